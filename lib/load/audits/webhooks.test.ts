import { expect, test } from 'vitest';
import { sign } from '../../engine/webhooks/signature.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';
import { notPassed } from '../testing.support.ts';
import { type Expected, judgeDeliveries } from './webhooks.ts';

const expected: Expected[] = Array.from({ length: 30 }, (_, turn) => ({
  key: 0,
  reference: `run-0-${turn}`,
  event: turn === 0 ? 'payout.failed' : 'payout.succeeded',
  amount: 10_000 + turn,
}));

interface Change {
  readonly amountMinor?: number;
  readonly event?: string;
  readonly reference?: string;
  readonly secret?: string;
  readonly space?: number;
}

function delivery({ reference, event, amount }: Expected, seq: number, change: Change = {}): Delivery {
  const { secret = 'whsec_a', space, ...fields } = change;
  const json = {
    id: `evt_${reference}`,
    event,
    reference,
    amountMinor: amount,
    currency: 'NGN',
    occurredAt: '2026-11-20T10:00:00Z',
    ...fields,
  };
  const body = Buffer.from(JSON.stringify(json, null, space));
  const { v1, v2 } = sign(body, secret, '1795190400');
  return {
    seq,
    at: 0,
    mono: seq,
    method: 'POST',
    path: '/load/run/0',
    headers: { 'x-service-signature': v1, 'x-service-timestamp': '1795190400', 'x-service-signature-v2': v2 },
    body,
    json,
    eventId: json.id,
    event: json.event,
    reference: json.reference,
    answer: { kind: 'status', status: 200 },
    senderClosedAfterMs: null,
    truncated: false,
    standing: null,
  };
}

const all = expected.map((each, seq) => delivery(each, seq));
const [first, second] = expected as [Expected, Expected];
const judge = (deliveries: readonly Delivery[]) => notPassed(judgeDeliveries(expected, deliveries, () => 'whsec_a'));

test('all there, signed and unchanged; twice and in any order is fine', () => {
  expect(judge(all)).toEqual([]);
  expect(judge([...all.toReversed(), ...all.slice(0, 5)])).toEqual([]);
});

test('of what failed nothing was moved: an amount of 0 says so too', () => {
  expect(judge([...all.slice(1), delivery(first, 40, { amountMinor: 0 })])).toEqual([]);
});

test.for<[string, readonly Delivery[], string[]]>([
  ['one is missing', all.slice(1), ['delivered failed']],
  ['another amount', [delivery(second, 40, { amountMinor: 1 }), ...all.toSpliced(1, 1)], ['unchanged failed']],
  [
    'another event',
    [delivery(second, 40, { event: 'payout.failed' }), ...all.toSpliced(1, 1)],
    ['delivered failed', 'unchanged failed'],
  ],
  [
    'another reference',
    [delivery(second, 40, { reference: 'run-0-99' }), ...all.toSpliced(1, 1)],
    ['delivered failed', 'unchanged failed'],
  ],
  [
    'signed with another secret',
    [delivery(second, 40, { secret: 'whsec_b' }), ...all.toSpliced(1, 1)],
    ['signed failed'],
  ],
  ['a second attempt that differs', [...all, delivery(second, 40, { space: 1 })], ['unchanged failed']],
  ['they trickled in', all.map((each, seq) => ({ ...each, mono: seq * 1_000 })), ['overlap inconclusive']],
])('%s', ([, deliveries, notAsItShould]) => {
  expect(judge(deliveries)).toEqual(notAsItShould);
});
