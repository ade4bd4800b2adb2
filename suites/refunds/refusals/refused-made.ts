import { type Exchange, field, NotExercised, shared } from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { PAID, wrongRefunds } from './wrong.ts';

export const tried = wrongRefunds.map((row) => {
  const atOnce = shared(`a refund refused for ${row.what}`, row.needs, async (context) => {
    const { merchant, buyer, data } = context;
    const paid = await buyer.paid(merchant, { amount: PAID });
    const { fields, options, as = merchant, mayFit, meanwhile } = await row.wrong(context, paid);
    const asked = { reference: data.reference('rfd'), paymentReference: paid.reference, amount: PAID };
    const answer = await as.createRefund({ ...asked, ...fields }, options);
    if (mayFit && answer.status === 201) throw new NotExercised('the refund that fails was never seen pending');
    const recordAfter = await merchant.api.getRefund(asked.reference);
    const after = await merchant.get(paid);
    const payments = [paid.reference, ...('paymentReference' in fields ? [String(fields.paymentReference)] : [])];
    return { merchant, asked, paid, meanwhile, payments, answer, recordAfter, after };
  });
  const later = shared(`a refund refused for ${row.what}, an hour later`, row.needs, async (context) => {
    const there = await atOnce(context);
    const { data } = context;
    const { merchant, asked, paid, meanwhile, payments } = there;
    await meanwhile?.(context);
    await context.time.listen(HOUR, 'nothing becomes of a refused refund');
    const recordLater = await merchant.api.getRefund(asked.reference);
    const checkouts: Exchange[] = [];
    for (const reference of payments) checkouts.push(await merchant.api.getCheckout(reference));
    const ends = ['refund.succeeded', 'refund.failed'] as const;
    const events = ends.map((end) => merchant.webhooks.surely(end, asked.reference));
    // Nothing is reserved for it, and it does not count: all that was paid can be refunded, and no more; the last kobo with the reference
    // that was refused.
    const refund = (amount: number) => ({ reference: data.reference('rfd'), paymentReference: paid.reference, amount });
    const beyond = await merchant.createRefund(refund(PAID + 1));
    const all = [await merchant.createRefund(refund(PAID - 1))];
    for (const named of checkouts.slice(1)) {
      if (field(named.json, 'status') !== 'succeeded') continue;
      const paymentReference = String(field(named.json, 'reference'));
      all.push(await merchant.createRefund({ ...refund(PAID), paymentReference }));
    }
    const reuse = await merchant.createRefund({ ...asked, amount: 1 });
    return { ...there, recordLater, checkouts, events, beyond, all, reuse };
  });
  return { ...row, atOnce, later };
});
