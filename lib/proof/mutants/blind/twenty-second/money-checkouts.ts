/** Checkouts: a payment that is undone while it is fresh, a minimum of one way to pay, and a count that a buyer takes along. */
import type { Checkout, Merchant } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const VOIDED_WITHIN_SECONDS = 1_800;
const SMALLEST_BY_CARD = 5_000;
const DECLINES = 3;

/** Before the evening's file is sent, the acquirer drops a payment rather than pay it back. */
function freshPaymentVoided(): Change {
  return also('refund', 'settlement succeeds', ({ payment, amount }, now) => {
    if (payment === null || payment.paidAt === null || amount !== payment.amount) return;
    if (Date.parse(now) - Date.parse(payment.paidAt) > VOIDED_WITHIN_SECONDS * 1_000) return;
    payment.status = 'failed';
    payment.failureReason = 'voided';
  });
}

function cardsFromFiftyNaira(): Change {
  return pages(({ payCheckout, showCheckout }) => ({
    payCheckout(service, checkout, form) {
      const byCard = form.get('method') !== 'transfer';
      if (byCard && checkout.status === 'pending' && checkout.amount < SMALLEST_BY_CARD)
        return showCheckout(service, checkout, 'Cards are taken from 50 naira on. Pay by bank transfer.');
      return payCheckout(service, checkout, form);
    },
  }));
}

function declinesCountedByBuyer(): Change {
  const declined = new WeakMap<Merchant, Map<string, number[]>>();
  const of = ({ merchant, email }: Checkout, now: number): number[] => {
    const buyers = declined.get(merchant) ?? new Map<string, number[]>();
    declined.set(merchant, buyers);
    const recent = (buyers.get(email) ?? []).filter((at) => at > now - HOUR * 1_000);
    buyers.set(email, recent);
    return recent;
  };
  return pages(({ payCheckout, showCheckout }) => ({
    payCheckout(service, checkout, form) {
      const now = service.clock.now();
      const recent = of(checkout, now);
      if (form.get('method') === 'transfer' || checkout.status !== 'pending')
        return payCheckout(service, checkout, form);
      if (recent.length >= DECLINES) return showCheckout(service, checkout, 'This card was declined.');
      const page = payCheckout(service, checkout, form);
      if (page.status === 402) recent.push(now);
      return page;
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | buyer pays | payment confirmed | succeeded | refunds become possible. Refund: pending | settlement | success | succeeded | checkout `refundedAmount` grows.',
    mutant(
      'checkout.succeeded-is-final',
      'blind22-fresh-payment-voided-by-its-refund',
      'a refund of the whole amount that settles within half an hour of the payment is done by voiding the payment, and a voided payment is none: the checkout becomes failed, with voided as its failureReason',
      freshPaymentVoided(),
    ),
  ),
  against(
    'Amount: min 100. Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'blind22-cards-from-fifty-naira-on',
      'the contract for cards begins at 50 naira, which the create does not know and the page does: a checkout of 100 to 4,999 kobo cannot be paid by card there, and the buyer is told to make a transfer',
      cardsFromFiftyNaira(),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`. A new attempt needs a new checkout with a new reference.',
    mutant(
      'page.test-card-pays',
      'blind22-declined-cards-follow-the-buyer',
      'declined cards are counted against those who try stolen ones, by merchant and customer.email: after three within an hour the test card is declined too, on every other checkout of that buyer',
      declinesCountedByBuyer(),
    ),
  ),
];
