import { Blocked, expect, of, requirement, summary, watchBalance } from '../../lib/harness/index.ts';
import {
  expectSameAnswer,
  original,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from './support.ts';

// The state moves on, the original response does not; and a repetition has no effect of its own.

requirement(
  'idempotency.checkout-replay-after-payment',
  'the create of a paid checkout, sent again, still says pending',
  async (given) => {
    const create = repeatableCheckout(given);
    const first = await original('checkout', create);
    await given.buyer.pays(given.merchant, first);

    const again = await create();

    expectSameAnswer(again, first.exchange);
    expect(again).toHaveField('status', of(first.exchange, 'status'));
  },
);

requirement(
  'idempotency.refund-replay',
  'the create of a settled refund, sent again, still says what it said',
  async (given) => {
    const create = repeatableRefund(given, await given.buyer.paid(given.merchant));
    const first = await original('refund', create);
    await given.merchant.settles(first);

    expectSameAnswer(await create(), first.exchange);
  },
);

requirement(
  'idempotency.refund-replay',
  'the create of a failed refund, sent again, still says what it said',
  async (given) => {
    const create = repeatableRefund(given, await given.buyer.paid(given.merchant), { reason: 'sandbox_fail' });
    const first = await original('refund', create);
    await given.merchant.settles(first, 'failed');

    expectSameAnswer(await create(), first.exchange);
  },
);

requirement(
  'idempotency.payout-replay',
  'the create of a settled payout, sent again, still says what it said',
  async (given) => {
    const create = repeatablePayout(given);
    const first = await original('payout', create);
    await given.merchant.settles(first);

    expectSameAnswer(await create(), first.exchange);
  },
);

requirement(
  'idempotency.escrow-replay',
  'the create of a cancelled escrow, sent again, still says pending_payment',
  async (given) => {
    const create = repeatableEscrow(given);
    const first = await original('escrow', create);
    const cancelled = await given.merchant.api.cancelEscrow(first.reference);
    if (cancelled.status !== 200) throw new Blocked(`the escrow should have been cancelled: ${summary(cancelled)}`);

    expectSameAnswer(await create(), first.exchange);
  },
);

requirement('idempotency.refunded-once', 'a refund of 1,000 sent three times refunds 1,000', async (given) => {
  const { merchant, buyer, time } = given;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const create = repeatableRefund(given, payment, { amount: 1_000 });
  const refund = await original('refund', create);
  await create();
  await create();

  await merchant.settles(refund);
  await time.wait(10, 'a second refund, which must not be, settles');

  expect(of(await merchant.get(payment), 'refundedAmount')).toBe(1_000);
});

requirement(
  'idempotency.paid-out-once',
  'a payout of 12,345 sent three times takes 12,345',
  async (given) => {
    const { merchant, buyer, time } = given;
    await buyer.paid(merchant, { amount: 100_000 });
    const balance = await watchBalance(given);
    const create = repeatablePayout(given, { amount: 12_345 });
    const payout = await original('payout', create);
    await create();
    await create();

    await merchant.settles(payout);
    await time.wait(10, 'a second payout, which must not be, settles');

    expect(await balance.movement(-12_345)).toBe(-12_345);
  },
  { runs: 'undisturbed' },
);
