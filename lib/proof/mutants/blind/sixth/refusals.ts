/** A payment that was refused, and leaves something behind. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| buyer.email | string | no | If set, only the wallet account with that e-mail can pay |',
    mutant(
      'escrow.buyer-email-restricts',
      'blind6-refused-payer-keeps-the-escrow',
      'whoever tries to pay takes the escrow, and a refusal does not give it back: after another account tried, the buyer is refused too',
      (rules) => {
        const taken = new WeakSet<Escrow>();
        return functions(({ mayPay }) => ({
          mayPay(escrow, email) {
            if (taken.has(escrow)) return false;
            const may = mayPay(escrow, email);
            if (!may) taken.add(escrow);
            return may;
          },
        }))(rules);
      },
    ),
  ),
  against(
    '| failureReason | string or null | Set when failed; `expired` when the checkout was not paid in time |',
    mutant(
      'checkout.paid-at-set',
      'blind6-declined-card-leaves-its-reason',
      'a card that is declined on the page sets the failureReason of the pending checkout, and a payment that follows does not clear it',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const answer = payCheckout(service, checkout, form);
          if (answer.status === 402) checkout.failureReason = 'card_declined';
          return answer;
        },
      })),
    ),
  ),
];
