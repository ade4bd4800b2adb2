/** Records that are written back by what had no reason to change them. */
import type { AnyRecord, Checkout } from '../../../reference/rules/records.ts';
import { event, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

/** What sends webhooks read the checkout when it was paid, and saves what it has read when the event is acknowledged. */
function savedWithItsDelivery(): Change {
  return (rules) => {
    const read = new Map<unknown, { checkout: Checkout; refundedAmount: number }>();
    let told: AnyRecord | undefined;
    return all(
      event('payment.succeeded', (carried, record) => {
        told = record as unknown as AnyRecord;
        return carried;
      }),
      functions(({ acknowledges, payload }) => ({
        payload(sent) {
          if (sent.event === 'payment.succeeded' && told?.kind === 'checkout')
            read.set(sent.id, { checkout: told, refundedAmount: told.refundedAmount });
          return payload(sent);
        },
        acknowledges(status, delivery) {
          const acknowledged = acknowledges(status, delivery);
          const before = read.get(delivery?.eventId);
          if (acknowledged && before) before.checkout.refundedAmount = before.refundedAmount;
          return acknowledged;
        },
      })),
    )(rules);
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const found: readonly BlindMutant[] = [
  against(
    '| refundedAmount | integer | Running total of refunds, kobo | … | pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows |',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind6-late-acknowledgement-saves-the-checkout',
      'the acknowledgement of payment.succeeded saves the checkout as it was read when it was paid: refunds since then are lost from refundedAmount',
      savedWithItsDelivery(),
    ),
  ),
  against(
    '| description | string | no | Max 255 chars. Shown to the buyer | … | description | string or null | |',
    mutant(
      'checkout.record-stays',
      'blind6-page-saves-what-it-shows',
      'the page saves the checkout with what it has shown: once it was paid there, its description is that of the markup, with entities',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const answer = payCheckout(service, checkout, form);
          if (answer.status === 303)
            checkout.description = checkout.description?.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign) ?? null;
          return answer;
        },
      })),
    ),
  ),
];
