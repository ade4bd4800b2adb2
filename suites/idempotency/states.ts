import {
  Blocked,
  checks,
  type Exchange,
  expect,
  header,
  of,
  part,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { creates, paths } from './paths.ts';
import { original } from './support.ts';

// "The original response is replayed": whatever has become of the object since.

/** The first answer, and those of the same request at once and after each step. */
const replays = paths.map((path) => {
  const { kind, steps, create = creates[kind] } = path;
  const words = `a ${kind} create sent again, at once and ${steps.map((each) => each.words).join(', then ')}`;
  const played = shared(words, [], async (context) => {
    const send = await create(context);
    const first = await original(kind, send);
    const again: Record<string, Exchange> = { 'at once': await send() };
    for (const { words: state, run } of steps) {
      await run(context, first);
      again[state] = await send();
    }
    return { first: first.exchange, again };
  });
  const detail = create === creates[kind] ? '' : ', of a request with more to it';
  return { ...path, words: `${words}${detail}`, played };
});

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
  ({ needs = [] }) => ({ needs, drawn: 1 }),
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
  ({ kind, needs = [] }) => ({ needs: kind === 'refund' ? ['buyer', ...needs] : needs }),
);

checks(
  'error.json-content-type',
  replays,
  ({ words }) => `${words}, says each time that it is JSON`,
  async (context, { played }) => {
    const { first, again } = await played(context);

    for (const [state, answer] of Object.entries({ 'the first answer': first, ...again })) {
      expect(header(answer, 'content-type'), state).toMatch(/^application\/([\w.-]+\+)?json\s*(;|$)/i);
    }
  },
  ({ kind, needs = [] }) => ({ needs: kind === 'refund' ? ['buyer', ...needs] : needs, drawn: 1 }),
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
  async ({ merchant, buyer, time, data }, { action }) => {
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
    expect(await send(), 'a minute later').toReplay(first);
  },
);
