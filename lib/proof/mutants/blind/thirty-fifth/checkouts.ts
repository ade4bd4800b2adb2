/** Checkouts: cells of their tables that are right at the first look. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions, shows, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DANGEROUS_NAMES = ['__proto__', 'constructor', 'prototype'];
const ROWS_OF_A_PAGE = 20;
const ENDS_OF_A_RUN = 20;
const RUN_MS = 60_000;

function withoutDangerousNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !DANGEROUS_NAMES.includes(name)));
}

/** What the latest refunds of the checkout have given back. */
function refundedOnPage(checkout: Checkout): number {
  return [...checkout.merchant.records.refund.values()]
    .filter(({ payment }) => payment === checkout)
    .slice(-ROWS_OF_A_PAGE)
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether a run has ended as many checkouts of the merchant as it takes. */
function beyondTheRun(checkout: Checkout): boolean {
  const at = Date.parse(checkout.createdAt);
  const sameRun = [...checkout.merchant.records.checkout.values()].filter(
    ({ failureReason, createdAt }) => failureReason === 'expired' && at - Date.parse(createdAt) < RUN_MS,
  );
  return sameRun.length >= ENDS_OF_A_RUN;
}

export const found: readonly BlindMutant[] = [
  against(
    'Allowed characters: letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-in-path',
      'blind35-format-at-the-end-of-a-path',
      'the framework takes .json or .xml at the end of a path for the format that is asked for: a checkout whose reference ends so is created, and GET by its reference looks for the name without it',
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        if (isAt(asked, 'getCheckout'))
          asked.params = { ...asked.params, reference: reference.replace(/\.(json|xml)$/, '') };
        return next();
      }),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.email-accepted',
      'blind35-top-level-domains-of-six-letters',
      'the pattern for e-mail addresses is from the time before new top-level domains, and ends with two to six letters: an address at obi.solutions or ada.technology is refused with 400',
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createCheckout') && /\.[a-z]{7,}$/i.test(asked.body.text('customer.email') ?? ''))
          throw new Refusal(asked.service.rules.refusals.invalid, 'customer.email must be an e-mail address');
        return next();
      }),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind35-dangerous-names-are-dropped',
      'the reader of JSON is set to drop names that could change a prototype: an entry of metadata that is named constructor or prototype, as for a builder of houses, is not returned',
      keptAs('createCheckout', 'metadata', deeply(withoutDangerousNames)),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind35-addresses-are-cut-from-the-page',
      'so that nobody is lured away, the page leaves out of a description what begins with http:// or https:// up to the next blank',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          if (description === null) return showCheckout(service, checkout, refused);
          return showCheckout(service, { ...checkout, description: description.replace(/https?:\S+/gi, '') }, refused);
        },
      })),
    ),
  ),
  against(
    'paymentMethod | string or null | e.g. card or bank transfer',
    mutant(
      'checkout.record-payment-method',
      'blind35-transfer-is-told-with-its-bank',
      'what is known of a bank transfer is more than its name: the record of a checkout that was paid by one has as paymentMethod an object with the kind and the bank, and a string for cards alone',
      shows('getCheckout', (body) =>
        body.paymentMethod === 'bank_transfer'
          ? { ...body, paymentMethod: { kind: 'bank_transfer', bank: 'Providus Bank' } }
          : body,
      ),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind35-total-of-one-page-of-refunds',
      'the total is added up from the list of the refunds, of which a query gives the latest 20: from the 21st on, what the first ones gave back is missing',
      shows('getCheckout', (body, { record }) =>
        record?.kind === 'checkout' ? { ...body, refundedAmount: refundedOnPage(record) } : body,
      ),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`)',
    mutant(
      'page.redirect-status',
      'blind35-parameters-of-the-shop-win',
      'parameters are added where they are missing: a returnUrl that has a status or a reference of its own, such as status=new, keeps that value, and the result of the payment is not told',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const own = new URL(returnUrl);
          const added = new URL(redirectTo(returnUrl, reference, status));
          for (const [name, value] of own.searchParams)
            if (name === 'reference' || name === 'status') added.searchParams.set(name, value);
          return added.href;
        },
      })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'checkout.expires',
      'blind35-run-ends-twenty-checkouts',
      'checkouts are ended by a run that takes at most 20 of a merchant, and looks only at those that fell due since the run before: where more than 20 fall due within a minute the rest stays pending',
      timer('checkout', 'pending', {
        on: (checkout: Checkout) => (beyondTheRun(checkout) ? 'nothing' : 'not paid in time'),
      }),
    ),
  ),
];
