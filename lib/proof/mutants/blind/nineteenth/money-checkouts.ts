/** Checkouts: transfers without a name, a table that two kinds share, a library that drops what is empty, a filter against phishing. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** Links that the defective service refuses in a description, to protect buyers from phishing. */
const LINK = /https?:\/\/|\bwww\./i;

/** Of the merchant's checkouts that wait for this amount, the one that waits longest. */
function longestWaiting({ merchant, amount }: Checkout): Checkout | undefined {
  return [...merchant.records.checkout.values()].find((each) => each.status === 'pending' && each.amount === amount);
}

/** Transfers come to one account and carry no reference: what comes in is matched by its amount. */
function transfersMatchedByAmount(): Change {
  return pages(({ payCheckout }) => ({
    payCheckout(service, checkout, form) {
      if (form.get('method') !== 'transfer' || checkout.status !== 'pending')
        return payCheckout(service, checkout, form);
      const { decisions, functions } = service.rules;
      service.fire(longestWaiting(checkout) ?? checkout, 'pay', { method: decisions.paymentMethods.transfer });
      return { status: 303, location: functions.redirectTo(checkout.returnUrl, checkout.reference, checkout.status) };
    },
  }));
}

function emptyParametersDropped(): Change {
  return functions(({ redirectTo }) => ({
    redirectTo(returnUrl, reference, status) {
      const url = new URL(redirectTo(returnUrl, reference, status));
      url.search = url.search
        .slice(1)
        .split('&')
        .filter((parameter) => /=./.test(parameter))
        .join('&');
      return url.href;
    },
  }));
}

function linksRefused(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'checkout.link-in-description',
        at: ['createCheckout'],
        words: 'the description holds a web address',
        refuses: ({ body }) => LINK.test(body.text('description') ?? ''),
        status: 400,
        code: 'invalid_request',
        message: () => 'description must not hold a web address',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'The buyer pays on a hosted page by card or bank transfer. pending | buyer pays | payment confirmed | succeeded.',
    mutant(
      'checkout.paid-alone',
      'blind19-transfers-matched-by-amount',
      "bank transfers come to one account without a reference and are matched by their amount: who pays by transfer pays the merchant's oldest pending checkout of that amount, and not the one on the page",
      transfersMatchedByAmount(),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled. Checkout: pending | 24 hours pass without payment | failed.',
    mutant(
      'checkout.payable-until-expiry',
      'blind19-cancel-goes-by-the-reference-alone',
      'checkouts and escrows await their payments in one table, and cancel updates it by merchant and reference: the pending checkout that has the reference of a cancelled escrow becomes failed',
      also('escrow', 'cancel', ({ merchant, reference }) => {
        const checkout = merchant.records.checkout.get(reference);
        if (checkout?.status !== 'pending') return;
        checkout.status = 'failed';
        checkout.failureReason = 'cancelled';
      }),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirect-keeps-query',
      'blind19-empty-parameters-dropped',
      'the library that builds addresses leaves out what is empty: of a returnUrl with ?coupon=&item=1&gift the buyer comes back with item alone',
      emptyParametersDropped(),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer.',
    mutant(
      'checkout.record-as-sent',
      'blind19-links-in-descriptions-refused',
      'against phishing a description with a web address in it is refused with 400: "Ticket, see https://shop.example/terms" is one',
      linksRefused(),
    ),
  ),
];
