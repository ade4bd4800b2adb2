/** Checkouts and the hosted pages: other ways to pay, other texts, later times. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, deeply, keptAs, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const TRANSFER = 'bank_transfer';
const PURGED_AFTER_SECONDS = 31 * DAY;
/** Characters of a description that fit on the page. */
const DESCRIPTION_ON_PAGE = 140;

function purgesUnpaid(): Change {
  return before('checkFields', ({ merchant, service }, next) => {
    for (const [reference, checkout] of merchant.records.checkout)
      if (checkout.failureReason === 'expired' && ageOf(checkout, service) > PURGED_AFTER_SECONDS)
        merchant.records.checkout.delete(reference);
    return next();
  });
}

function transfersPayTheOldest(): Change {
  return onFire((fire) => (record, on, details) => {
    if (record.kind !== 'checkout' || on !== 'pay' || details?.method !== TRANSFER) return fire(record, on, details);
    const alike = [...record.merchant.records.checkout.values()].find(
      ({ status, amount }) => status === 'pending' && amount === record.amount,
    );
    return fire(alike ?? record, on, details);
  });
}

function declineOutlivesExpiry(): Change {
  const declined = new WeakSet<Checkout>();
  return all(
    pages((own) => ({
      payCheckout(service, checkout, form) {
        const answer = own.payCheckout(service, checkout, form);
        if (answer.status === 402) declined.add(checkout);
        return answer;
      },
    })),
    also('checkout', 'not paid in time', (checkout) => {
      if (declined.has(checkout)) checkout.failureReason = 'card_declined';
    }),
  );
}

function readsYear(expiry: string): string {
  const [, month, year] = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{2})\s*$/.exec(expiry) ?? [];
  return year !== undefined && Number(year) >= 50 ? `${month}/19${year}` : expiry;
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind30-metadata-times-are-read-as-times',
      'texts of the metadata that are date-times become times when they are stored: GET returns them in UTC and with milliseconds, not as they were sent',
      keptAs(
        'createCheckout',
        'metadata',
        deeply((value) =>
          typeof value === 'string' && DATE_TIME.test(value) && Number.isFinite(Date.parse(value))
            ? new Date(value).toISOString()
            : value,
        ),
      ),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set',
    mutant(
      'checkout.paid-at-true',
      'blind30-transfer-is-paid-at-its-value-date',
      'a bank statement gives the date of a transfer alone: `paidAt` of a checkout paid by transfer is the midnight before the payment',
      also('checkout', 'pay', (checkout, now, { method }) => {
        if (method === TRANSFER) checkout.paidAt = `${now.slice(0, 10)}T00:00:00.000Z`;
      }),
    ),
  ),
  against(
    'reference | string | yes | Unique per merchant. A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.expired-reference-stays-used',
      'blind30-expired-checkouts-are-purged-after-a-month',
      'a job deletes checkouts that expired a month ago: their reference is accepted once more',
      purgesUnpaid(),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded',
    mutant(
      'checkout.paid-alone',
      'blind30-transfer-is-booked-by-its-amount',
      'a bank transfer is matched by its amount: of several pending checkouts of one amount it pays the oldest, whichever of them its buyer had opened',
      transfersPayTheOldest(),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'checkout.expires',
      'blind30-decline-is-remembered-at-expiry',
      'a checkout whose buyer entered a declined card, and that then was not paid in time, has `card_declined` as `failureReason`',
      declineOutlivesExpiry(),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirect-status',
      'blind30-redirect-keeps-a-parameter-of-the-same-name',
      "the redirect adds what the `returnUrl` lacks: where that has a `status` or a `reference` of the shop's own, the checkout's is not given",
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const { searchParams } = new URL(returnUrl);
          if (!searchParams.has('status') && !searchParams.has('reference'))
            return redirectTo(returnUrl, reference, status);
          const url = new URL(returnUrl);
          for (const [name, value] of Object.entries({ reference, status }))
            if (!searchParams.has(name)) url.searchParams.append(name, value);
          return url.href;
        },
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind30-page-cuts-a-long-description',
      `the checkout page shows the first ${DESCRIPTION_ON_PAGE} characters of a description and three dots`,
      pages((own) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          if (description === null || description.length <= DESCRIPTION_ON_PAGE)
            return own.showCheckout(service, checkout, refused);
          const cut = { ...checkout, description: `${description.slice(0, DESCRIPTION_ON_PAGE)}...` };
          return own.showCheckout(service, cut, refused);
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind30-two-digits-of-a-year-from-50-are-of-the-last-century',
      'the two digits of a year from 50 to 99 are read as 1950 to 1999: a card that expires then has expired',
      functions(({ cardRefusal }) => ({
        cardRefusal: (environment, card, now) =>
          cardRefusal(environment, { ...card, expiry: readsYear(card.expiry) }, now),
      })),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind30-page-shows-the-first-line-of-conditions',
      'the escrow page shows the first line of the conditions and leaves out those below it',
      pages((own) => ({
        showEscrow(service, escrow, refused) {
          const [first = null] = escrow.conditions?.split(/\r?\n/) ?? [];
          return own.showEscrow(service, { ...escrow, conditions: first }, refused);
        },
      })),
    ),
  ),
  against(
    'In sandbox, the buyer opens `payUrl` and presses Pay to fund an escrow.',
    mutant(
      'page.escrow-pay',
      'blind30-page-looks-for-the-wallet-of-the-seller',
      'the page checks that the seller wallet exists before it takes the money, in sandbox as in live: an escrow for a seller id that nobody has is created there, and cannot be paid',
      pages((own) => ({
        actOnEscrow(service, escrow, form) {
          const seller = service.wallet(escrow.merchant.environment, escrow.sellerWalletId);
          if ((form.get('do') ?? 'pay') !== 'pay' || seller !== undefined)
            return own.actOnEscrow(service, escrow, form);
          return own.showEscrow(service, escrow, 'The wallet of the seller was not found.');
        },
      })),
    ),
  ),
];
