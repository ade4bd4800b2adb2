import { type Exchange, shared } from '../../../lib/interface/index.ts';
import { attempt, DAY } from '../../support/attempts.ts';

/** A paid checkout, and the answers about its reference in the other case, before and after that becomes another checkout's. */
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

/** Checkouts in every possible state, then a create with each reference in the other case. */
export const inEveryState = shared(
  'checkouts in every state, and their references in the other case',
  [],
  async ({ merchant, buyer, data, time }) => {
    const lower = (state: string) => data.reference(`chk-${state}`).toLowerCase();
    const references = { refunded: lower('Refunded'), failed: lower('Failed') };
    const refunds = async () => {
      await merchant.refundSettles(await buyer.paid(merchant, { reference: references.refunded, amount: 5_003 }));
    };
    await attempt(refunds());
    await attempt(merchant.checkout({ reference: references.failed }).then((each) => buyer.fails(merchant, each)));
    const expired = lower('Expired');
    await merchant.checkout({ reference: expired });
    await time.wait(DAY, 'an unpaid checkout expires');
    await merchant.becomes({ kind: 'checkout', reference: expired }, 'failed', 600);
    const pending = lower('Pending');
    await merchant.checkout({ reference: pending });
    const seen = new Map<string, { answer: Exchange; record: Exchange; first: Exchange }>();
    for (const [state, reference] of Object.entries({ ...references, expired, pending })) {
      const upper = reference.toUpperCase();
      const answer = await merchant.createCheckout({ reference: upper, amount: 5_004 });
      const record = await merchant.api.getCheckout(upper);
      seen.set(state, { answer, record, first: await merchant.api.getCheckout(reference) });
    }
    return seen;
  },
);
