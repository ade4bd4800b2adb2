import {
  type Answer,
  Blocked,
  type CheckContext,
  captured,
  checks,
  derivation,
  differentOf,
  expect,
  part,
  shared,
} from '../../../../lib/interface/index.ts';
import { LONG, MINUTE } from '../../retries/timing.ts';
import { EVENT, type Sent, sentAll, separate } from '../../support.ts';
import { missingFrom, needlessIn, withoutStatus } from '../entries.ts';

// Resend in every state of a delivery, once and three times, acknowledged and not; and what the console lists then.

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

interface State {
  readonly state: string;
  readonly answers: readonly Answer[];
  /** Seconds after the first attempt. */
  readonly after: number;
  readonly waits?: '40h';
}

const states: readonly State[] = [
  { state: 'that waits for its first retry', answers: [500], after: 20 },
  { state: 'that waits for a later retry', answers: [500], after: 8 * MINUTE },
  { state: 'that was acknowledged at once', answers: [200], after: 10 },
  { state: 'that was acknowledged at its retry', answers: [404, 201], after: 8 * MINUTE },
  { state: 'that was abandoned', answers: [503], after: LONG, waits: '40h' },
];

/** How often Resend is pressed, the last time for the resent delivery itself, and how that one is answered. */
const plans = [
  { presses: 1, answer: 200 },
  { presses: 3, answer: 200 },
  { presses: 1, answer: 500 },
  { presses: 2, answer: 404 },
] as const;

interface Told {
  readonly event: Sent;
  /** The `seq` of the event's last webhook before it was resent. */
  readonly last: number;
}

const lives = states.map((row) => ({
  ...row,
  life: shared(
    `deliveries resent, each one ${row.state}`,
    ['webhooks', 'deliveries', 'resend', 'clock'],
    async (context) => {
      const { merchant, console, capture, time } = context;
      const events = await sentAll(
        context,
        plans.map(() => row.answers),
      );
      await time.wait(row.after, 'no attempt is due');
      const before = await console.deliveries(merchant);
      const newest = (list: Entries, event: Sent) => {
        const found = list.findLast(({ reference }) => reference === event.reference);
        if (found === undefined) throw new Blocked(`the console does not list the ${EVENT} for ${event.reference}`);
        return found;
      };
      const told: Told[] = [];
      for (const [at, { presses, answer }] of plans.entries()) {
        const event = events[at];
        if (event === undefined) throw new Blocked('suite fault: nothing was sent');
        event.answer(answer);
        told.push({ event, last: event.latest() });
        const { id } = newest(before, event);
        for (let press = 1; press < presses; press++) await console.resend(merchant, id);
        await console.resend(merchant, newest(await console.deliveries(merchant), event).id);
      }
      // How soon a resent delivery comes is not shown, nor whether deliveries that are still to be sent are already listed.
      await time.wait(merchant.webhooks.arrival, 'what was resent is sent');
      const { received } = capture.stats;
      return { merchant, told, before, received, after: await console.deliveries(merchant) };
    },
  ),
}));

const rows = lives.flatMap((each) => plans.map((plan, at) => ({ ...each, ...plan, at })));
const titleOf = ({ state, presses, answer }: (typeof rows)[number]) =>
  `one ${state}, resent ${presses === 1 ? 'once' : `${presses} times`} and answered with ${answer}`;
const optionsOf = ({ waits }: State) => ({ needs: ['clock'] as const, ...(waits && { waits }), drawn: 3 });

async function toldOf(context: CheckContext, { life, at }: (typeof rows)[number]) {
  const all = await life(context);
  const own = all.told[at];
  if (own === undefined) throw new Blocked('suite fault: it was not resent');
  return { ...all, ...own };
}

const newEntries = derivation('entries that are new for', (old: Entries, now: Entries, reference: string) =>
  now.filter((entry) => entry.reference === reference && !old.some(({ id }) => id === entry.id)),
);

checks(
  'delivery.resent',
  rows,
  (row) => `${titleOf(row)}: it comes each time, the same event`,
  async (context, row) => {
    const { event, last } = await toldOf(context, row);
    const came = event.came(last);

    expect(part(came, 'length'), `webhooks after ${row.presses} times Resend`).toBeGreaterThanOrEqual(row.presses);
    expect(differentOf(came, 'json.id'), 'event ids').toEqual([event.first.payload.id]);
  },
  optionsOf,
);

checks(
  'delivery.resent-listed',
  rows,
  (row) => `${titleOf(row)}: each time it is one more entry`,
  async (context, row) => {
    const { event, before, after } = await toldOf(context, row);
    const entries = newEntries(before, after, event.reference);

    expect(entries, `new entries for ${event.reference}`).toHaveLength(row.presses);
    expect(differentOf(entries, 'eventId'), 'their event ids').toEqual([event.first.payload.id]);
  },
  optionsOf,
);

checks(
  'delivery.lists-attempts',
  rows,
  (row) => `${titleOf(row)}: each new entry has an attempt with that status`,
  async (context, row) => {
    const { event, before, after } = await toldOf(context, row);
    const entries = newEntries(before, after, event.reference);

    expect(withoutStatus(entries, row.answer), `new entries without an attempt answered ${row.answer}`).toEqual([]);
  },
  optionsOf,
);

const statesOf = derivation('states of', (entries: Entries, ids: readonly string[]) =>
  entries.filter(({ id }) => ids.includes(id)).map(({ state }) => state),
);

checks(
  'delivery.not-abandoned',
  rows.filter(({ state }) => /waits/.test(state)),
  (row) => `${titleOf(row)}: the one before is not abandoned`,
  async (context, row) => {
    const { event, before, after } = await toldOf(context, row);
    const ids = before.filter(({ reference }) => reference === event.reference).map(({ id }) => id);

    expect(statesOf(after, ids), `states of the entry of ${event.reference}`).toHaveLength(ids.length);
    expect(statesOf(after, ids), `states of the entry of ${event.reference}`).not.toContain('abandoned');
  },
  optionsOf,
);

checks(
  'delivery.listed',
  lives,
  ({ state }) => `after each of several deliveries ${state} was resent: every event that came, and no other`,
  async (context, { life }) => {
    const { merchant, after, received } = await life(context);
    separate(merchant.webhooks.path, context.capture.hook().path);
    const came = captured(context, { path: merchant.webhooks.path });

    expect(missingFrom(after, came, received), 'events that came and are not listed as they were sent').toEqual([]);
    expect(needlessIn(after, came), 'entries of events that did not come to this merchant').toEqual([]);
  },
  optionsOf,
);
