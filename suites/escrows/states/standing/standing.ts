import { Blocked, checks, differentOf, distinct, expect, NotExercised, of } from '../../../../lib/interface/index.ts';
import { known } from '../../money/money.ts';
import { type Deed, deeds, escrowEvents, seenOf } from '../deeds.ts';
import { type Row, table } from '../tables.ts';
import { lifeOf } from './lives.ts';
import { again, named, type State, states } from './states.ts';

// Escrows that have not ended: attempts that their state does not permit have no effect.

const cellOf = (state: State, deed: Deed) => ({
  state,
  deed,
  needs: [...state.needs, ...deeds[deed].needs],
  ...(deeds[deed].waits !== undefined && { waits: deeds[deed].waits }),
});
const cells = states.flatMap((state) => state.tried.map((deed) => cellOf(state, deed)));
const openCells = states.flatMap((state) => state.open.map((deed) => cellOf(state, deed)));

table(
  'escrow.stays-until-its-turn',
  cells,
  ({ state, deed }) => `${named(state)}: ${deed}, and it is ${state.status} still`,
  async (context, { state, deed }) => {
    const { seen } = await lifeOf(context, state);

    expect(seenOf(seen, deed).record).toHaveField('status', state.status);
  },
);

table(
  'escrow.stays-until-its-turn',
  openCells,
  ({ state, deed }) => `${named(state)}: ${deed}; where that is refused it is ${state.status} still`,
  async (context, { state, deed }) => {
    const { open } = await lifeOf(context, state);
    const { record } = seenOf(open, deed);
    // All of these are tried on one escrow, so the effect of an accepted one remains.
    const tried = state.open.slice(0, state.open.indexOf(deed) + 1);
    const refused = tried.every((each) => seenOf(open, each).refused);

    expect(of(record, 'status')).toBeOneOf(refused ? [state.status] : [state.status, ...state.openTo]);
  },
);

const timed = cells.filter(({ waits }) => waits !== undefined);
const optionsOf = ({ needs, waits }: Row) => ({ needs, ...(waits !== undefined && { waits }) });

checks(
  'escrow.dispute-pauses-release',
  timed.filter(({ state }) => state.status === 'disputed'),
  ({ state, deed }) => `${state.live ? 'live: ' : ''}after much was tried in vain ${deed}: it is disputed still`,
  async (context, { state, deed }) => {
    const { seen } = await lifeOf(context, state);

    expect(seenOf(seen, deed).record).toHaveField('status', 'disputed');
  },
  optionsOf,
);

checks(
  ({ state }) =>
    state.status === 'disputed' ? 'escrow.dispute-pauses-release' : 'escrow.refused-deeds-have-no-effect',
  timed.filter(({ state, deed }) => state.open.length > 0 && deed === state.tried.at(-1)).map(withOpen),
  ({ state, deed }) =>
    `${named(state)}: ${state.open.join(', ')}, ${deed}; where that is refused it is ${state.status} still`,
  async (context, { state, deed }) => {
    const { open, openLater, seen } = await lifeOf(context, state);
    if (openLater === null) throw new Blocked('suite fault: nothing was tried that may be accepted');
    seenOf(seen, deed);
    const refused = state.open.every((each) => seenOf(open, each).refused);

    expect(of(openLater, 'status')).toBeOneOf(refused ? [state.status] : [state.status, ...state.openTo]);
  },
  optionsOf,
);

function withOpen<Of extends Row & { readonly state: State }>(each: Of): Of {
  return { ...each, needs: [...each.needs, ...each.state.open.flatMap((deed) => deeds[deed].needs)] };
}

checks(
  'escrow.funding-is-held',
  cells.filter(({ state, deed }) => state.status !== 'pending_payment' && /passes$/.test(deed)),
  ({ state, deed }) => `${named(state)}: much is tried in vain, then ${deed}: the seller has no more to spend`,
  async (context, { state, deed }) => {
    const { seen } = await lifeOf(context, state);

    expect(known(seenOf(seen, deed).seller), 'kobo that the seller has gained').toBeLessThanOrEqual(0);
  },
  (each) => ({ ...optionsOf(each), needs: [...each.needs, 'wallets'] }),
);

table(
  'escrow.paid-cannot-be-cancelled',
  states.filter(({ status }) => status !== 'pending_payment'),
  (state) => `one that is ${named(state)}: cancel is refused`,
  async (context, state) => {
    const { seen } = await lifeOf(context, state);

    expect(seenOf(seen, 'the merchant cancels').answer).toBeRefused();
  },
);

table(
  'escrow.reference-spent-for-good',
  states,
  (state) => `the reference of one that is ${named(state)}`,
  async (context, state) => {
    const { seen } = await lifeOf(context, state);

    expect(seenOf(seen, again).answer).toBeRefusedWith(409, 'duplicate_reference');
  },
);

table(
  'escrow.refused-deeds-have-no-effect',
  states,
  (state) => `${named(state)}: after all that was refused it becomes ${state.end.status}, and pays what is due`,
  async (context, state) => {
    const { end } = await lifeOf(context, state);
    if (end instanceof Error) throw end;
    for (const { step, atOnce, later } of end.steps) {
      expect(atOnce, step.what).toHaveField('status', step.status);
      expect(later, `a minute after ${step.what}`).toHaveField('status', step.status);
    }
    if (end.seller !== null) expect(end.seller, 'kobo that the seller has gained').toBe(state.end.seller);
  },
);

table(
  'escrow.refused-deeds-have-no-effect',
  states.map((state) => ({
    ...state,
    state,
    needs: [...state.needs, state.live ? 'live-webhooks' : 'webhooks'] as const,
  })),
  ({ state }) => `${named(state)}: no event tells of what was refused`,
  async (context, { state }) => {
    const { told } = await lifeOf(context, state);
    if (told === null) throw new NotExercised('the merchant has no webhook secret');

    for (const event of escrowEvents) {
      const most = state.events.includes(event) ? 1 : 0;
      expect(distinct(differentOf(told[event], 'json.id')), `different ${event}`).toBeLessThanOrEqual(most);
    }
  },
);
