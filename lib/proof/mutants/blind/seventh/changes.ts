/** Reasons that are written into records they do not belong to. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

function expiredAsDeclined(): Change {
  return (rules) => {
    const declined = new WeakSet<Checkout>();
    return all(
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const answer = payCheckout(service, checkout, form);
          if (answer.status === 402) declined.add(checkout);
          return answer;
        },
      })),
      also('checkout', 'not paid in time', (checkout) => {
        if (declined.has(checkout)) checkout.failureReason = 'card_declined';
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    '| failureReason | string or null | Set when failed; `expired` when the checkout was not paid in time |',
    mutant(
      'checkout.succeeded-is-final',
      'blind7-late-decline-leaves-its-reason',
      'a failure that is reported after a checkout was paid leaves its status, and is noted as its failureReason all the same',
      onFire((fire) => (record, on, details) => {
        const taken = fire(record, on, details);
        if (!taken && on === 'fail' && record.kind === 'checkout' && record.status === 'succeeded')
          record.failureReason = details?.reason ?? 'declined';
        return taken;
      }),
    ),
  ),
  against(
    '| pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent |',
    mutant(
      'checkout.expires',
      'blind7-expired-with-the-last-decline',
      'a checkout that expires after a card was declined on its page has that decline as its failureReason',
      expiredAsDeclined(),
    ),
  ),
];
