/** The 24 hours of a checkout: who notices that they are over, what is told then, and for how long the page is open. */
import type { Checkout } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, HOUR, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const EXPIRES = 'not paid in time';

/** No timer runs: a checkout expires when a request or a page reads it, or a buyer pays it. */
function expiresWhenLookedAt(): Change {
  const look = (service: Service, checkout: Checkout | undefined) => {
    if (checkout?.status === 'pending' && ageOf(checkout, service) >= DAY) service.fire(checkout, EXPIRES);
  };
  return all(
    timer('checkout', 'pending', null),
    before('answerKnown', (asked, next) => {
      const { service, merchant, params, body } = asked;
      const reference = isAt(asked, 'getCheckout') ? params.reference : body.text('paymentReference');
      look(service, merchant.records.checkout.get(reference ?? ''));
      return next();
    }),
    onFire((fire, service) => (record, on, details) => {
      if (record.kind === 'checkout' && on !== EXPIRES) look(service, record);
      return fire(record, on, details);
    }),
    pages(({ showCheckout, payCheckout }) => ({
      showCheckout(service, checkout, refused) {
        look(service, checkout);
        return showCheckout(service, checkout, refused);
      },
      payCheckout(service, checkout, form) {
        look(service, checkout);
        return payCheckout(service, checkout, form);
      },
    })),
  );
}

/** A declined card is noted, so that the merchant can be told why a checkout failed. */
function lastDeclineIsTheReason(): Change {
  const declined = new WeakSet<Checkout>();
  return all(
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const answer = payCheckout(service, checkout, form);
        if (checkout.status === 'pending') declined.add(checkout);
        return answer;
      },
    })),
    also('checkout', EXPIRES, (checkout) => {
      if (declined.has(checkout)) checkout.failureReason = 'card_declined';
    }),
  );
}

/** The token in the page's address is good for an hour. */
function pageOpenForAnHour(): Change {
  const over = (service: Service, checkout: Checkout) =>
    checkout.status === 'pending' && ageOf(checkout, service) > HOUR;
  return pages(({ showCheckout, payCheckout }) => {
    const closed = (service: Service, checkout: Checkout) =>
      showCheckout(service, { ...checkout, status: 'failed', failureReason: 'expired' }, null);
    return {
      showCheckout: (service, checkout, refused) =>
        over(service, checkout) ? closed(service, checkout) : showCheckout(service, checkout, refused),
      payCheckout: (service, checkout, form) =>
        over(service, checkout) ? closed(service, checkout) : payCheckout(service, checkout, form),
    };
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | 24 hours pass without payment | failed | `failureReason` = `expired`; `payment.failed` sent.',
    mutant(
      'webhook.payment-failed-on-expiry',
      'blind15-expires-when-looked-at',
      'no timer ends a checkout: it is found to be expired when it is read, opened or paid, and its payment.failed is sent then; of a checkout that nobody looks at no event comes',
      expiresWhenLookedAt(),
    ),
  ),
  against(
    'failureReason: Set when failed; `expired` when the checkout was not paid in time.',
    mutant(
      'checkout.expires',
      'blind15-declined-card-is-why-it-expired',
      'a card that was declined on the page is noted, and the note is kept as the reason: a checkout on which a buyer tried a bad card, and which was not paid in time, has failureReason card_declined',
      lastDeclineIsTheReason(),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded. pending | 24 hours pass without payment | failed.',
    mutant(
      'checkout.payable-until-expiry',
      'blind15-page-is-open-for-an-hour',
      'the token in the address of the hosted page is good for an hour: after that the page says that the payment has expired and takes no card, while the checkout is still pending',
      pageOpenForAnHour(),
    ),
  ),
];
