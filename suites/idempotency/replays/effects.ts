import { check, expect, of, watchBalance } from '../../../lib/interface/index.ts';
import { original, repeatablePayout, repeatableRefund } from '../support.ts';

check('idempotency.refunded-once', 'a refund of 1,000 sent three times refunds 1,000', async (context) => {
  const { merchant, buyer, time } = context;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const create = repeatableRefund(context, payment, { amount: 1_000 });
  const refund = await original('refund', create);
  await create();
  await create();

  await merchant.settles(refund);
  await time.wait(10, 'a second refund, which must not be, settles');

  expect(of(await merchant.get(payment), 'refundedAmount')).toBe(1_000);
});

// Whether it has settled or not: if it had been made twice, more than what was paid would be asked back.
check(
  'idempotency.refunded-once',
  'a refund of 3,001 out of 5,000 sent three times leaves 1,999 to refund',
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 5_000 });
    const create = repeatableRefund(context, payment, { amount: 3_001 });
    await original('refund', create);
    await create();
    await create();

    const rest = { paymentReference: payment.reference, amount: 1_999 };
    expect(await merchant.createRefund(rest)).toHaveStatus(201);
  },
  { alsoInLive: true },
);

check(
  'idempotency.paid-out-once',
  'a payout of 12,345 sent three times takes 12,345',
  async (context) => {
    const { merchant, buyer, time } = context;
    await buyer.paid(merchant, { amount: 100_000 });
    const balance = await watchBalance(context);
    const create = repeatablePayout(context, { amount: 12_345 });
    const payout = await original('payout', create);
    await create();
    await create();

    await merchant.settles(payout);
    await time.wait(10, 'a second payout, which must not be, settles');

    expect(await balance.movement(-12_345)).toBe(-12_345);
  },
  { runs: 'undisturbed' },
);
