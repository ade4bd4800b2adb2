import { Blocked, field, NotExercised, shared, summary, watchBalance } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';

// A payment adds to the balance, and its refunds are subtracted, whatever the payment method.

const PAID = 27_019;
const REFUNDED = 7_013;

export const paidBy = (['transfer', 'card'] as const).map((by) => ({
  by,
  moved: shared(`the balance of a payment by ${by}`, ['browser', 'own-merchant'], async (context) => {
    const { merchant, buyer } = context;
    const balance = await watchBalance(context);
    const checkout = await merchant.checkout({ amount: PAID });
    await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
    const record = await merchant.confirms(checkout, 'succeeded');
    // How a bank transfer is made in sandbox is not shown.
    if (field(record.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid by ${by} here`);
    const paid = await balance.movement(PAID);
    const settled = await merchant.becomes(await merchant.refund(checkout, { amount: REFUNDED }), 'succeeded');
    if (field(settled.json, 'status') !== 'succeeded') return { paid, settled, after: null };
    const refunded = await balance.movement(PAID - REFUNDED);
    return { paid, settled, after: { refunded, record: await merchant.get(checkout) } };
  }),
}));
export const options = { needs: ['browser', 'own-merchant'] as const, drawn: 1 };

type Moved = Awaited<ReturnType<(typeof paidBy)[number]['moved']>>;

/** A step: the refund has succeeded. That it does is a requirement of its own. */
export function afterRefund({ after, settled }: Moved): NonNullable<Moved['after']> {
  if (after === null) throw new Blocked(`the refund should have succeeded; got ${summary(settled)}`);
  return after;
}
