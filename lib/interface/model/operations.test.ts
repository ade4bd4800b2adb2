import { describe, expect, test } from 'vitest';
import type { ObjectKind } from './machine.ts';
import { machines } from './machines.ts';
import { seenIn, ways } from './states.support.ts';
import { checkoutBody, Story } from './stories.support.ts';

// These are the lines of "States and transitions". Any other operation changes nothing and is no violation by itself,
// except cancelling a paid escrow.

const lines: readonly (readonly [ObjectKind, operation: string, from: string, to: string])[] = [
  ['checkout', 'pay', 'pending', 'succeeded'],
  ['checkout', 'fail to pay', 'pending', 'failed'],
  ['escrow', 'pay', 'pending_payment', 'funded'],
  ['escrow', 'try to pay', 'pending_payment', 'funded'],
  ['escrow', 'dispute', 'funded', 'disputed'],
  ['escrow', 'release', 'funded', 'released'],
  ['escrow', 'buyer release', 'funded', 'released'],
  ['escrow', 'refund', 'funded', 'refunded'],
  ['escrow', 'refund', 'disputed', 'refunded'],
  ['escrow', 'cancel', 'pending_payment', 'cancelled'],
  ...['approve', 'owner approve'].map((each) => ['wallet link', each, 'PENDING', 'APPROVED'] as const),
  ...['reject', 'owner reject'].map((each) => ['wallet link', each, 'PENDING', 'REJECTED'] as const),
  ...['unlink', 'owner unlink'].map((each) => ['wallet link', each, 'APPROVED', 'REVOKED'] as const),
];

const posts = (path: string) => (story: Story) => story.asks('POST', path, undefined, 200, {});
const acts: Readonly<Record<string, (story: Story) => Story>> = {
  'checkout pay': (story) => story.settles('c1'),
  'checkout fail to pay': (story) => story.settles('c1', 'failed'),
  'escrow pay': (story) => story.buyer('e1', 'pay'),
  'escrow try to pay': (story) => story.buyer('e1', 'pay', { buyerEmail: 'buyer@example.com' }),
  'escrow dispute': (story) => story.buyer('e1', 'dispute'),
  'escrow buyer release': (story) => story.buyer('e1', 'buyer-release'),
  'escrow release': posts('escrows/e1/release'),
  'escrow refund': (story) => story.asks('POST', 'escrows/e1/refund', {}, 200, {}),
  'escrow cancel': posts('escrows/e1/cancel'),
  'wallet link approve': posts('sandbox/wallet-links/l1/approve'),
  'wallet link reject': posts('sandbox/wallet-links/l1/reject'),
  'wallet link owner approve': (story) => story.owner('l1', 'approve'),
  'wallet link owner reject': (story) => story.owner('l1', 'reject'),
  'wallet link owner unlink': (story) => story.owner('l1', 'unlink'),
  'wallet link unlink': (story) => story.asks('DELETE', 'wallet-links/l1', undefined, 204, undefined),
};

/** A story that leads to the state; for `absent`, a GET has already been answered 404. */
const begun = (kind: ObjectKind, from: string) =>
  from === 'absent' ? seenIn(kind, new Story(), 'absent') : (ways[kind][from]?.() ?? new Story());

const steps = (['checkout', 'escrow', 'wallet link'] as const).flatMap((kind) =>
  Object.keys(acts)
    .filter((act) => act.startsWith(`${kind} `))
    .flatMap((act) => machines[kind].states.map((from) => ({ kind, operation: act.slice(kind.length + 1), from }))),
);

describe('what is done in each state', () => {
  test.each(steps)('$kind, $from: $operation', ({ kind, operation, from }) => {
    const done = () => acts[`${kind} ${operation}`]?.(begun(kind, from)) ?? new Story();
    const line = lines.find(([own, act, was]) => own === kind && act === operation && was === from);
    const isForbidden = operation === 'cancel' && ['funded', 'disputed', 'released', 'refunded'].includes(from);
    const expected = isForbidden ? ['escrow.paid-cannot-be-cancelled'] : [];
    expect(seenIn(kind, done(), line?.[3] ?? from).broken).toEqual(expected);
    // 'try to pay' may name an account that cannot pay.
    if (line !== undefined && operation !== 'try to pay') expect(seenIn(kind, done(), from).broken).not.toEqual([]);
  });
});

test('a replay of a request whose key was sent in another spelling is no second create', () => {
  const [body, key] = [checkoutBody(), { key: 'k1' }];
  const first = new Story().creates('checkouts', body, {}, key);
  const again = { ...key, credentials: 'unknown' } as const;
  expect(first.creates('checkouts', body, {}, { ...again, isReplay: true }).broken).toEqual([]);
  expect(first.creates('checkouts', body, {}, again).broken).toEqual(['checkout.duplicate-reference']);
});
