import { Blocked, expect, type Given, header, requirement, summary } from '../../lib/harness/index.ts';
import {
  expectSameAnswer,
  original,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from './support.ts';

requirement(
  'idempotency.replay-is-marked',
  'the second and third answers are marked, the first is not',
  async (given) => {
    const create = repeatableCheckout(given);
    const first = await original('checkout', create);

    expect(header(await create(), 'idempotent-replayed'), 'second answer').toBe('true');
    expect(header(await create(), 'idempotent-replayed'), 'third answer').toBe('true');
    expect(header(first.exchange, 'idempotent-replayed'), 'first answer').not.toBe('true');
  },
);

const creates = {
  checkout: async (given: Given) => repeatableCheckout(given),
  refund: async (given: Given) => repeatableRefund(given, await given.buyer.paid(given.merchant)),
  payout: async (given: Given) => repeatablePayout(given),
  escrow: async (given: Given) => repeatableEscrow(given),
};

for (const kind of ['checkout', 'refund', 'payout', 'escrow'] as const) {
  requirement(`idempotency.${kind}-replay`, `${kind} create: sent again it gives the same answer`, async (given) => {
    const create = await creates[kind](given);
    const first = await original(kind, create);

    expectSameAnswer(await create(), first.exchange);
  });
}

requirement('idempotency.escrow-release-replay', 'a release sent again is replayed', async (given) => {
  const { merchant, buyer, fresh } = given;
  const escrow = await buyer.funded(merchant);
  const idempotencyKey = fresh.reference('key');
  const first = await merchant.api.releaseEscrow(escrow.reference, { idempotencyKey });
  if (first.status !== 200) throw new Blocked(`the escrow should have been released: ${summary(first)}`);

  expect(await merchant.api.releaseEscrow(escrow.reference, { idempotencyKey })).toReplay(first);
});

for (const [what, body] of [
  ['a full refund', {}],
  ['a refund of 20,000 out of 50,000', { amount: 20_000, reason: 'half of it broken' }],
] as const) {
  requirement('idempotency.escrow-refund-replay', `${what} sent again is replayed`, async (given) => {
    const { merchant, buyer, fresh } = given;
    const escrow = await buyer.funded(merchant, { amount: 50_000 });
    const idempotencyKey = fresh.reference('key');
    const first = await merchant.api.refundEscrow(escrow.reference, body, { idempotencyKey });
    if (first.status !== 200) throw new Blocked(`the escrow should have been refunded: ${summary(first)}`);

    expect(await merchant.api.refundEscrow(escrow.reference, body, { idempotencyKey })).toReplay(first);
  });
}

requirement('idempotency.escrow-cancel-replay', 'a cancellation sent again is replayed', async (given) => {
  const { merchant, fresh } = given;
  const escrow = await merchant.escrow();
  const idempotencyKey = fresh.reference('key');
  const first = await merchant.api.cancelEscrow(escrow.reference, { idempotencyKey });
  if (first.status !== 200) throw new Blocked(`the escrow should have been cancelled: ${summary(first)}`);

  expect(await merchant.api.cancelEscrow(escrow.reference, { idempotencyKey })).toReplay(first);
});
