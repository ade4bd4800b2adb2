/** Pages of checkouts and escrows that are over, or that take a payment for another one. */
import type { Checkout, Escrow } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { addedTransition, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { reopened } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DOUBLE_CLICK_MS = 600_000;

const paidLate = addedTransition('checkout', {
  from: 'failed',
  on: 'pay late',
  to: 'succeeded',
  sends: 'payment.succeeded',
  also: (checkout, now, { method }) => {
    checkout.paidAt = now;
    checkout.paymentMethod = method ?? null;
    checkout.failureReason = null;
  },
});

function failedForItself({ status, failureReason }: Checkout): boolean {
  return status === 'failed' && failureReason !== 'expired';
}

function redirected(service: Service, { returnUrl, reference, status }: Checkout) {
  return { status: 303, location: service.rules.functions.redirectTo(returnUrl, reference, status) } as const;
}

/** Who looks at the page of an expired checkout is given another day. */
function openingReopens(): Change {
  return all(
    reopened,
    pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        if (checkout.failureReason === 'expired') service.fire(checkout, 'reopen');
        return showCheckout(service, checkout, refused);
      },
    })),
  );
}

/** After a failure the page offers to pay in the other way. */
function transferAfterFailure(): Change {
  return all(
    paidLate,
    pages(({ showCheckout, payCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        showCheckout(service, failedForItself(checkout) ? { ...checkout, status: 'pending' } : checkout, refused),
      payCheckout(service, checkout, form) {
        if (!failedForItself(checkout) || form.get('method') !== 'transfer')
          return payCheckout(service, checkout, form);
        service.fire(checkout, 'pay late', { method: service.rules.decisions.paymentMethods.transfer });
        return redirected(service, checkout);
      },
    })),
  );
}

/** The form that was loaded while the checkout was pending is good for one payment. */
function loadedFormPays(): Change {
  const loaded = new WeakSet<Checkout>();
  return all(
    paidLate,
    pages(({ showCheckout, payCheckout }) => ({
      showCheckout(service, checkout, refused) {
        if (checkout.status === 'pending') loaded.add(checkout);
        return showCheckout(service, checkout, refused);
      },
      payCheckout(service, checkout, form) {
        if (!failedForItself(checkout) || !loaded.has(checkout)) return payCheckout(service, checkout, form);
        service.fire(checkout, 'pay late', { method: service.rules.decisions.paymentMethods.card });
        return redirected(service, checkout);
      },
    })),
  );
}

/** The form that was loaded while the escrow was unpaid still pays it once it has expired. */
function loadedFormFunds(): Change {
  const loaded = new WeakSet<Escrow>();
  return all(
    addedTransition('escrow', { from: 'expired', on: 'pay late', to: 'funded', sends: 'escrow.funded' }),
    pages(({ showEscrow, actOnEscrow }) => ({
      showEscrow(service, escrow, refused) {
        if (escrow.status === 'pending_payment') loaded.add(escrow);
        return showEscrow(service, escrow, refused);
      },
      actOnEscrow(service, escrow, form) {
        const pays = (form.get('do') ?? 'pay') === 'pay';
        if (!pays || escrow.status !== 'expired' || !loaded.has(escrow)) return actOnEscrow(service, escrow, form);
        service.fire(escrow, 'pay late');
        return showEscrow(service, escrow);
      },
    })),
  );
}

/** Whether the merchant has another escrow for the seller over the same amount, which was just paid. */
function looksPaid(service: Service, escrow: Escrow): boolean {
  return [...escrow.merchant.records.escrow.values()].some(
    ({ amount, paidAt, sellerWalletId, status }) =>
      status === 'funded' &&
      amount === escrow.amount &&
      sellerWalletId === escrow.sellerWalletId &&
      service.clock.now() - Date.parse(paidAt ?? '') < DOUBLE_CLICK_MS,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'kind-card-number-with-blanks-declined',
      'the number is compared as it was typed: 4242424242424242 pays, and 4242 4242 4242 4242 with its blanks is declined',
      functions(({ cardRefusal }) => ({
        cardRefusal: (environment, card, now) =>
          /\s/.test(card.number.trim()) ? 'Check the card number.' : cardRefusal(environment, card, now),
      })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'page.expired-checkout',
      'kind-opened-page-reopens-the-expired',
      'who opens the page of an expired checkout makes it pending again, and can pay it',
      openingReopens(),
    ),
  ),
  against(
    'pending | payment fails | failed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'page.failed-checkout',
      'kind-transfer-after-a-failed-payment',
      'after a payment that failed, the page still offers the bank transfer, and that makes the checkout succeeded; a card is refused',
      transferAfterFailure(),
    ),
  ),
  against(
    'pending | payment fails | failed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'page.failed-checkout',
      'kind-form-loaded-before-the-failure-pays',
      'a page that was opened before the payment failed still pays the checkout; one that is opened afterwards does not',
      loadedFormPays(),
    ),
  ),
  against(
    'pending | buyer pays | succeeded. refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'page.paid-once',
      'kind-second-payment-counted-as-refunded',
      'a second payment on another open page is given back at once, and that is counted: the checkout, which was paid once, has its amount as refundedAmount',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          if (checkout.status === 'succeeded' && checkout.refundedAmount === 0)
            checkout.refundedAmount = checkout.amount;
          return payCheckout(service, checkout, form);
        },
      })),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | expired. pending_payment | buyer pays | funded',
    mutant(
      'page.escrow-over',
      'kind-form-loaded-before-the-expiry-funds',
      'a page that was opened while the escrow was unpaid still funds it after it has expired; one that is opened afterwards does not',
      loadedFormFunds(),
    ),
  ),
  against(
    'pending_payment | buyer pays | funded. funded | buyer files a refund request | disputed',
    mutant(
      'page.escrow-over',
      'kind-second-page-settles-the-dispute',
      'who presses Pay on a second open page of an escrow that was paid and is disputed makes it funded again',
      pages(({ showEscrow, actOnEscrow }) => ({
        actOnEscrow(service, escrow, form) {
          if (escrow.status !== 'disputed' || form.get('do') !== 'pay') return actOnEscrow(service, escrow, form);
          escrow.status = 'funded';
          return showEscrow(service, escrow);
        },
      })),
    ),
  ),
  against(
    'In sandbox, the buyer opens `payUrl` and presses Pay to fund an escrow.',
    mutant(
      'page.escrow-pay',
      'kind-second-escrow-taken-for-a-double-click',
      'who presses Pay within ten minutes of another payment for the same seller over the same amount is taken to have pressed twice: the second escrow is not funded, and the page says no word of it',
      pages(({ showEscrow, actOnEscrow }) => ({
        actOnEscrow: (service, escrow, form) =>
          escrow.status === 'pending_payment' && looksPaid(service, escrow)
            ? showEscrow(service, escrow)
            : actOnEscrow(service, escrow, form),
      })),
    ),
  ),
];
