import { Blocked, type CheckContext, check, expect, header, summary } from '../../../lib/interface/index.ts';
import {
  expectSameAnswer,
  original,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

check('idempotency.replay-is-marked', 'the second and third answers are marked, the first is not', async (context) => {
  const create = repeatableCheckout(context);
  const first = await original('checkout', create);

  expect(header(await create(), 'idempotent-replayed'), 'second answer').toBe('true');
  expect(header(await create(), 'idempotent-replayed'), 'third answer').toBe('true');
  expect(header(first.exchange, 'idempotent-replayed'), 'first answer').not.toBe('true');
});

const creates = {
  checkout: async (context: CheckContext) => repeatableCheckout(context),
  refund: async (context: CheckContext) => repeatableRefund(context, await context.buyer.paid(context.merchant)),
  payout: async (context: CheckContext) => repeatablePayout(context),
  escrow: async (context: CheckContext) => repeatableEscrow(context),
};

for (const kind of ['checkout', 'refund', 'payout', 'escrow'] as const) {
  check(`idempotency.${kind}-replay`, `${kind} create: sent again it gives the same answer`, async (context) => {
    const create = await creates[kind](context);
    const first = await original(kind, create);

    expectSameAnswer(await create(), first.exchange);
  });
}

check('idempotency.escrow-release-replay', 'a release sent again is replayed', async (context) => {
  const { merchant, buyer, data } = context;
  const escrow = await buyer.funded(merchant);
  const idempotencyKey = data.reference('key');
  const first = await merchant.api.releaseEscrow(escrow.reference, { idempotencyKey });
  if (first.status !== 200) throw new Blocked(`the escrow should have been released: ${summary(first)}`);

  expect(await merchant.api.releaseEscrow(escrow.reference, { idempotencyKey })).toReplay(first);
});

for (const [what, body] of [
  ['a full refund', {}],
  ['a refund of 20,000 out of 50,000', { amount: 20_000, reason: 'half of it broken' }],
] as const) {
  check('idempotency.escrow-refund-replay', `${what} sent again is replayed`, async (context) => {
    const { merchant, buyer, data } = context;
    const escrow = await buyer.funded(merchant, { amount: 50_000 });
    const idempotencyKey = data.reference('key');
    const first = await merchant.api.refundEscrow(escrow.reference, body, { idempotencyKey });
    if (first.status !== 200) throw new Blocked(`the escrow should have been refunded: ${summary(first)}`);

    expect(await merchant.api.refundEscrow(escrow.reference, body, { idempotencyKey })).toReplay(first);
  });
}

check('idempotency.escrow-cancel-replay', 'a cancellation sent again is replayed', async (context) => {
  const { merchant, data } = context;
  const escrow = await merchant.escrow();
  const idempotencyKey = data.reference('key');
  const first = await merchant.api.cancelEscrow(escrow.reference, { idempotencyKey });
  if (first.status !== 200) throw new Blocked(`the escrow should have been cancelled: ${summary(first)}`);

  expect(await merchant.api.cancelEscrow(escrow.reference, { idempotencyKey })).toReplay(first);
});
