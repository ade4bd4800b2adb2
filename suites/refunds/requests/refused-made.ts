import { type Exchange, NotExercised, shared } from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { PAID, wrongRefunds } from './wrong.ts';

export const tried = wrongRefunds.map((row) => {
  const atOnce = shared(`a refund refused for ${row.what}`, row.needs, async (context) => {
    const { merchant, buyer, data } = context;
    const paid = await buyer.paid(merchant, { amount: PAID });
    const { fields, mayFit, meanwhile } = await row.wrong(context, paid);
    const asked = { reference: data.reference('rfd'), paymentReference: paid.reference, amount: PAID };
    const answer = await merchant.createRefund({ ...asked, ...fields });
    if (mayFit && answer.status === 201) throw new NotExercised('the refund that fails was never seen pending');
    const recordAfter = await merchant.api.getRefund(asked.reference);
    const after = await merchant.get(paid);
    const payments = [paid.reference, ...('paymentReference' in fields ? [String(fields.paymentReference)] : [])];
    return { merchant, asked, meanwhile, payments, answer, recordAfter, before: paid.exchange, after };
  });
  const later = shared(`a refund refused for ${row.what}, an hour later`, row.needs, async (context) => {
    const there = await atOnce(context);
    const { merchant, asked, meanwhile, payments } = there;
    await meanwhile?.(context);
    await context.time.listen(HOUR, 'nothing becomes of a refused refund');
    const recordLater = await merchant.api.getRefund(asked.reference);
    const checkouts: Exchange[] = [];
    for (const reference of payments) checkouts.push(await merchant.api.getCheckout(reference));
    const ends = ['refund.succeeded', 'refund.failed'] as const;
    const events = ends.map((end) => merchant.webhooks.surely(end, asked.reference));
    return { ...there, recordLater, checkouts, events, reuse: await merchant.createRefund(asked) };
  });
  return { ...row, atOnce, later };
});
