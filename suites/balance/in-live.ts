import {
  checks,
  created,
  expect,
  field,
  movingLiveMoney,
  NotExercised,
  shared,
  watchBalance,
} from '../../lib/interface/index.ts';
import { notFailed } from '../environments/support.ts';
import { attempt } from '../support/attempts.ts';

// "Paid in, minus refunds and payouts": in live as in sandbox. When a live payout settles, and whether the balance shows it before, is not shown.

const needs = ['live', 'live-buyer', 'buyer'] as const;

const life = shared('the balance of a live merchant, step by step', needs, async (context) =>
  movingLiveMoney(context, async () => {
    const { live, buyer, data } = context;
    const [whole, ofSandbox] = [await watchBalance(context, live), await watchBalance(context)];
    const unpaid = await live.checkout({ amount: 54_321 });
    const unmoved = await whole.movement(0);
    await buyer.pays(live, unpaid);
    const paid = await whole.movement(54_321);
    for (let turn = 0; turn < 2; turn++) await attempt(buyer.tries(live, unpaid, 'succeeded'));
    const paidOnce = await whole.movement(54_321);
    const later = await watchBalance(context, live);
    const idempotencyKey = data.reference('key');
    const payout = created('payout', await live.createPayout({ amount: 10_007 }, { idempotencyKey }));
    // At once: how long a key is remembered is not shown, and the balance may take its time.
    await live.createPayout({ amount: 10_009 }, { idempotencyKey });
    const paidOut = await later.movement(-10_007);
    await live.createPayout({ amount: 9_999 });
    await live.createPayout({ reference: payout.reference, amount: 10_009 });
    await buyer.paid(live, { amount: 20_011 });
    const sum = await whole.movement(64_325);
    const sandbox = await ofSandbox.movement(0);
    const [ofLive, theirs] = [await watchBalance(context, live), await watchBalance(context)];
    const theirPayment = await buyer.paid(context.merchant, { amount: 30_013 });
    await context.merchant.refundSettles(theirPayment, { amount: 3_019 });
    await theirs.movement(26_994);
    const still = await ofLive.movement(0);
    const left = paidOut.value === 0 && field((await live.get(payout)).json, 'status') === 'pending';
    if (left) throw new NotExercised('the live payout is still under way');
    await notFailed(context, [payout.reference]);
    return { unmoved, paid, paidOnce, paidOut, sum, sandbox, still };
  }),
);

checks(
  ({ id }) => id,
  [
    { id: 'balance.unpaid-adds-nothing', what: 'unmoved', by: 0, words: 'a checkout that is not paid' },
    { id: 'balance.payment-adds', what: 'paid', by: 54_321, words: 'a payment' },
    { id: 'balance.paid-once', what: 'paidOnce', by: 54_321, words: 'a checkout paid three times' },
    { id: 'balance.payout-subtracts', what: 'paidOut', by: -10_007, words: 'a payout' },
    { id: 'balance.is-the-sum', what: 'sum', by: 64_325, words: 'two payments less a payout' },
    { id: 'balance.per-merchant', what: 'sandbox', by: 0, words: 'what moves there, for a sandbox merchant,' },
    { id: 'balance.per-merchant', what: 'still', by: 0, words: 'what moves in sandbox' },
  ] as const,
  ({ words, by }) => `live: ${words} moves the balance by ${by}`,
  async (context, { what, by }) => {
    expect((await life(context))[what]).toBe(by);
  },
  { needs, runs: 'undisturbed', drawn: 1.5 },
);
