import { shared } from '../../lib/interface/index.ts';

/** A paid checkout, and whatever its reference in the other case leads to: before and after it is another checkout's. */
export const paidInOneCase = shared(
  'a paid checkout, and its reference in the other case',
  ['buyer'],
  async ({ merchant, buyer, data }) => {
    const reference = data.reference('chk-Paid');
    const [lower, upper] = [reference.toLowerCase(), reference.toUpperCase()];
    await buyer.paid(merchant, { reference: lower, amount: 5_003 });
    const unknown = await merchant.api.getCheckout(upper);
    const refundOfUnknown = await merchant.createRefund({ paymentReference: upper, amount: 1 });
    const second = await merchant.createCheckout({ reference: upper, amount: 5_004 });
    const refundOfPending = await merchant.createRefund({ paymentReference: upper, amount: 1 });
    const found = [await merchant.api.getCheckout(lower), await merchant.api.getCheckout(upper)];
    return { unknown, refundOfUnknown, second, refundOfPending, found };
  },
);
