import { Blocked, checks, expect, header, of, part, summary } from '../../../lib/interface/index.ts';
import { isReplay, remembersForAMinute } from '../support.ts';
import { replays } from './replays-made.ts';

// "The original response is replayed": whatever has happened to the object since.

checks(
  ({ id }: (typeof replays)[number]) => id,
  replays,
  ({ words }) => `${words}, is answered as at first`,
  async (context, { played }) => {
    const { first, again } = await played(context);

    for (const [state, answer] of Object.entries(again)) {
      expect(part(answer, 'status'), `${state}: status`).toBe(part(first, 'status'));
      expect(of(answer), `${state}: body`).toEqual(of(first));
    }
  },
  ({ needs = [], alsoInLive }) => ({ needs, drawn: 1, ...(alsoInLive && { alsoInLive }) }),
);

checks(
  'idempotency.replay-is-marked',
  replays,
  ({ words }) => `${words}, is marked each time`,
  async (context, { played }) => {
    const { first, again } = await played(context);

    expect(header(first, 'idempotent-replayed'), 'the first answer').not.toBe('true');
    for (const [state, answer] of Object.entries(again)) {
      expect(header(answer, 'idempotent-replayed'), state).toBe('true');
    }
  },
  ({ kind, needs = [], alsoInLive }) => ({
    needs: kind === 'refund' ? ['buyer', ...needs] : needs,
    ...(alsoInLive && { alsoInLive }),
  }),
);

const actions = [
  { id: 'idempotency.escrow-release-replay', action: 'release' },
  { id: 'idempotency.escrow-refund-replay', action: 'refund' },
  { id: 'idempotency.escrow-cancel-replay', action: 'cancel' },
] as const;

checks(
  ({ id }: (typeof actions)[number]) => id,
  actions,
  ({ action }) => `a ${action} sent again three times, also a minute later`,
  async (context, { action }) => {
    const { merchant, buyer, time, data } = context;
    const escrow = action === 'cancel' ? await merchant.escrow() : await buyer.funded(merchant);
    const idempotencyKey = data.reference('key');
    const path = `/v1/escrows/${escrow.reference}/${action}`;
    const send = () =>
      merchant.api.request({ method: 'POST', path, idempotencyKey, ...(action === 'refund' && { body: {} }) });
    const first = await send();
    if (first.status !== 200) throw new Blocked(`the escrow should have taken ${action}: ${summary(first)}`);

    expect(await send(), 'second time').toReplay(first);
    expect(await send(), 'third time').toReplay(first);
    await time.wait(60, 'the escrow grows older');
    const late = await send();
    if (isReplay(late) || (await remembersForAMinute(context))) expect(late, 'a minute later').toReplay(first);
  },
  { alsoInLive: true },
);
