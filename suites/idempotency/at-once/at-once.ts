import {
  type CheckContext,
  checks,
  type Endpoint,
  type Exchange,
  expect,
  of,
  raw,
  withStatus,
} from '../../../lib/interface/index.ts';
import { creates } from '../replays/paths.ts';
import { atOnce, expectOneOriginal, keyedEndpoints, mustHaveOverlapped } from '../support.ts';

checks(
  'idempotency.concurrent-one-original',
  keyedEndpoints,
  ({ name }) => `of 4 of ${name} at once under one key one is original`,
  async (context, endpoint) => {
    const answers = await together(context, endpoint, 4);

    expectOneOriginal(answers);
    mustHaveOverlapped([answers]);
  },
  ({ name, needs }) => ({ needs, alsoInLive: name === 'POST /v1/checkouts' }),
);

checks(
  'idempotency.concurrent-bodies-one-winner',
  ['payout', 'refund', 'escrow'] as const,
  (kind) => `of 4 different ${kind} creates under one key one is created`,
  async (context, kind) => {
    const { merchant, data } = context;
    const create = await creates[kind](context);
    const references = Array.from({ length: 4 }, () => data.reference('one'));
    const answers = await atOnce(4, (turn) => create({ reference: references[turn] }, raw));

    expect(withStatus(answers, 201), 'answers with 201').toHaveLength(1);
    for (const loser of answers.filter(({ status }) => status !== 201)) {
      expect(loser).toHaveStatus(409);
      expect(of(loser, 'error.code')).toBeOneOf(['idempotency_key_reused', 'request_in_progress']);
    }
    const found = await Promise.all(references.map((reference) => merchant.get({ kind, reference })));
    expect(withStatus(found, 200), `${kind}s that exist`).toHaveLength(1);
    mustHaveOverlapped([answers]);
  },
  (kind) => ({ needs: kind === 'refund' ? ['buyer'] : [], alsoInLive: kind === 'escrow' }),
);

function together(context: CheckContext, endpoint: Endpoint, count: number): Promise<Exchange[]> {
  const idempotencyKey = context.data.reference('key');
  return endpoint.on(context, ({ send }) => atOnce(count, () => send({ idempotencyKey, ...raw })));
}
