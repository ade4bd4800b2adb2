import {
  Blocked,
  check,
  checks,
  created,
  differentOf,
  type Exchange,
  expect,
  field,
  shared,
} from '../../../lib/interface/index.ts';
import { mayBeGuarded } from '../../support/requests/wordings.ts';

/** One refund that succeeds and one that fails, observed from their creation on, every second. */
const watched = shared('refunds looked at every second', ['buyer'], async ({ merchant, buyer, time }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const bad = await merchant.refund(payment, { amount: 2_001, reason: 'sandbox_fail' });
  const good = await merchant.refund(payment, { amount: 2_002 });
  const seen = { bad: [bad.exchange], good: [good.exchange] };
  for (let second = 0; second < 8; second++) {
    seen.bad.push(await merchant.get(bad));
    if (second % 4 === 0) seen.good.push(await merchant.get(good));
    await time.wait(1, 'refunds settle');
  }
  return seen;
});

checks(
  ({ id }) => id,
  [
    { id: 'refund.sandbox-fail', which: 'bad', never: 'succeeded' },
    { id: 'refund.settles', which: 'good', never: 'failed' },
  ] as const,
  ({ which, never }) =>
    `a refund ${which === 'bad' ? 'that is to fail' : 'of any other reason'} is never seen ${never}`,
  async (context, { which, never }) => {
    const seen = (await watched(context))[which];

    expect(differentOf(seen, 'json.status'), 'statuses on the way').not.toContain(never);
  },
);

check('refund.settles', 'a refund succeeds by itself', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant));

  expect(await merchant.becomes(refund, 'succeeded')).toHaveField('status', 'succeeded');
});

check('refund.adds-to-refunded-amount', 'refunds of 1,200 and 800 make 2,000', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const refunds = [await merchant.refund(payment, { amount: 1_200 }), await merchant.refund(payment, { amount: 800 })];
  await Promise.all(refunds.map((refund) => merchant.settles(refund)));

  expect(await merchant.get(payment)).toHaveField('refundedAmount', 2_000);
});

checks(
  'refund.pending-not-yet-refunded',
  [
    { what: 'of a part, the first one', earlier: 0, amount: 1_200 },
    { what: 'of a part, after another that succeeded', earlier: 701, amount: 1_200 },
    { what: 'of the whole', earlier: 0, amount: 5_000 },
    { what: 'of all that is left, after another that succeeded', earlier: 701, amount: 4_299 },
  ],
  ({ what }) => `${what}: meanwhile refundedAmount is what it was before`,
  async ({ merchant, buyer, note }, { earlier, amount }) => {
    const payment = await buyer.paid(merchant, { amount: 5_000 });
    if (earlier > 0) await merchant.refundSettles(payment, { amount: earlier });
    const refund = await merchant.refund(payment, { amount });

    const checkout = await merchant.get(payment);

    // Pending after the checkout was read, so also pending at that time; a target may also settle at once.
    const pending = field((await merchant.get(refund)).json, 'status') === 'pending';
    if (pending) expect(checkout).toHaveField('refundedAmount', earlier);
    else note('the refund was never seen pending: it settles at once');
  },
  ({ what }) => ({ drawn: 1, alsoInLive: what === 'of the whole' }),
);

for (const [amount, what] of [
  [2_000, 'a part'],
  [5_000, 'the whole'],
] as const) {
  check('refund.adds-to-refunded-amount', `with ${what} refunded the checkout is still succeeded`, async (context) => {
    const payment = await context.buyer.paid(context.merchant, { amount: 5_000 });
    await context.merchant.refundSettles(payment, { amount });

    expect(await context.merchant.get(payment)).toHaveField('status', 'succeeded');
  });
}

check('refund.sandbox-fail', 'a failed refund has a failureReason', async ({ merchant, buyer }) => {
  const failing = await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' });
  const failed = await merchant.settles(failing, 'failed');

  expect(failed.exchange).toHaveField('failureReason', /./);
});

const nearMisses = [
  'SANDBOX_FAIL',
  'sandbox_failure',
  'not sandbox_fail',
  'Sandbox_fail',
  ' sandbox_fail',
  'sandbox_fail ',
  'sandbox_fail.',
  'sandbox-fail',
  'sandbox fail',
  'sandboxfail',
  'sandbox_fai',
  'sandbox_fail sandbox_fail',
  'sandbox_fail, torn',
  '"sandbox_fail"',
  'torn\nsandbox_fail',
  'sandbox_fail\ntorn',
  'sandbox_fail\u00a0',
  '\uff53\uff41\uff4e\uff44\uff42\uff4f\uff58_fail',
] as const;

const asked = shared('refunds whose reasons are almost sandbox_fail', ['buyer'], async ({ merchant, buyer, time }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const answers = new Map<string, Exchange>();
  for (const reason of nearMisses) {
    answers.set(reason, await merchant.createRefund({ paymentReference: payment.reference, amount: 11, reason }));
  }
  await time.wait(10, 'refunds settle');
  return { merchant, answers };
});

checks(
  'refund.sandbox-fail-exact',
  nearMisses,
  (reason) => `the reason ${JSON.stringify(reason)} lets it succeed`,
  async (context, reason) => {
    const { merchant, answers } = await asked(context);
    const answer = answers.get(reason);
    if (answer === undefined) throw new Blocked('suite fault: there is no such refund');
    mayBeGuarded(answer, reason);

    expect(await merchant.becomes(created('refund', answer), 'succeeded')).toHaveField('status', 'succeeded');
  },
  { drawn: 6 },
);

check('refund.failed-frees-amount', 'a failed refund after a succeeded one adds nothing', async (context) => {
  const { merchant, buyer } = context;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  await merchant.refundSettles(payment, { amount: 700 });
  await merchant.settles(await merchant.refund(payment, { amount: 500, reason: 'sandbox_fail' }), 'failed');

  expect(await merchant.get(payment)).toHaveField('refundedAmount', 700);
});
