/** Pages: money that arrives late, and addresses that are put together as text. */
import { addedTransition, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

const LATE = 'a transfer arrives late';

function lateTransfersAreBooked(): Change {
  return all(
    addedTransition('checkout', {
      from: 'failed',
      on: LATE,
      to: 'succeeded',
      sends: 'payment.succeeded',
      also: (checkout, now, { method }) => {
        checkout.paidAt = now;
        checkout.paymentMethod = method ?? null;
        checkout.failureReason = null;
      },
    }),
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const late = checkout.failureReason === 'expired' && form.get('method') === 'transfer';
        if (!late) return payCheckout(service, checkout, form);
        const { decisions, functions: own } = service.rules;
        service.fire(checkout, LATE, { method: decisions.paymentMethods.transfer });
        return { status: 303, location: own.redirectTo(checkout.returnUrl, checkout.reference, checkout.status) };
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '`pending` also covers a payment still being confirmed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'page.expired-checkout',
      'blind26-late-transfer-is-booked',
      'a bank transfer cannot be refused once it was made: a buyer who says on a page that was left open that the transfer was made pays a checkout that has expired, which becomes succeeded',
      lateTransfersAreBooked(),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind26-redirect-appends-behind-the-fragment',
      'the parameters are put at the end of the text of `returnUrl`: where it has a fragment, as those of single-page shops do, they become part of the fragment, and the shop gets no parameters',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) =>
          `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
      })),
    ),
  ),
];
