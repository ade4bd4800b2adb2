import { Blocked, checks, type Exchange, expect, field, NotExercised, shared } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';

// Only the reason makes a refund fail, whatever its amount; and whether other refunds of the checkout failed or succeeded before, or none.

const amounts = ['the whole', 'one kobo', 'half', 'the whole once more', 'all that is left'] as const;

/** In sequence: the amount of a failed refund is refundable again. */
const failing = shared('refunds of one checkout that are to fail', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 6_000 });
  const seen = new Map<string, { answer: Exchange; record: Exchange; checkout: Exchange }>();
  for (const what of amounts) {
    if (what === 'all that is left') await merchant.refundSettles(payment, { amount: 2_500 });
    const amount = { 'one kobo': 1, half: 3_000, 'all that is left': 3_500 }[what as string] ?? 6_000;
    const fields = { paymentReference: payment.reference, amount, reason: 'sandbox_fail' };
    const answer = await merchant.createRefund(fields);
    const reference = String(field(answer.json, 'reference'));
    const record = await merchant.becomes({ kind: 'refund', reference }, 'failed');
    seen.set(what, { answer, record, checkout: await merchant.get(payment) });
  }
  return seen;
});

checks(
  'refund.sandbox-fail',
  amounts,
  (what) => `a refund of ${what} with the reason sandbox_fail fails`,
  async (context, what) => {
    const seen = (await failing(context)).get(what);
    if (seen === undefined) throw new Blocked('suite fault: there is no such refund');

    expect(seen.answer).toHaveStatus(201);
    expect(seen.record).toHaveField('status', 'failed');
  },
  { drawn: 1 },
);

checks(
  'refund.failed-frees-amount',
  amounts,
  (what) => `after a refund of ${what} has failed, refundedAmount is what it was before`,
  async (context, what) => {
    const seen = (await failing(context)).get(what);
    if (seen === undefined) throw new Blocked('suite fault: there is no such refund');
    if (field(seen.record.json, 'status') !== 'failed') throw new Blocked('the refund should have failed');

    expect(seen.checkout).toHaveField('refundedAmount', what === 'all that is left' ? 2_500 : 0);
  },
  { drawn: 1 },
);

checks(
  'refund.sandbox-fail',
  ['transfer', 'card'] as const,
  (by) => `a refund of what was paid by ${by} on its page fails with that reason, and one with another succeeds`,
  async ({ merchant, buyer }, by) => {
    const checkout = await merchant.checkout({ amount: 6_000 });
    await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
    const paid = await merchant.confirms(checkout, 'succeeded');
    // How a bank transfer is made in sandbox is not shown.
    if (field(paid.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid by ${by} here`);
    const failing = await merchant.refund(checkout, { amount: 2_000, reason: 'sandbox_fail' });
    const other = await merchant.refund(checkout, { amount: 2_500, reason: 'torn' });

    expect(await merchant.becomes(failing, 'failed')).toHaveField('status', 'failed');
    expect(await merchant.becomes(other, 'succeeded')).toHaveField('status', 'succeeded');
  },
  { needs: ['browser'], drawn: 1 },
);
