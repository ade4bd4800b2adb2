/** Events of what did not happen to the resource, and events that are taken for repetitions. */
import type { Refund } from '../../../reference/rules/records.ts';
import { addedTransition, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { siblings } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DECLINED = 'card declined';
const UNTOLD = 'settlement succeeds untold';

function toldBefore(refund: Refund): boolean {
  return siblings(refund).some(({ amount, status }) => status === 'succeeded' && amount === refund.amount);
}

/** What waits to be sent is unique by kind, checkout and amount. */
function toldOnceByCheckoutAndAmount(): Change {
  return (rules) => {
    const plain = rules.timers.find((each) => each.kind === 'refund' && each.in === 'pending')?.on;
    return all(
      addedTransition('refund', { from: 'pending', on: UNTOLD, to: 'succeeded', sends: null }),
      timer('refund', 'pending', {
        on: (refund: Refund) => {
          const on = typeof plain === 'function' ? plain(refund as never) : String(plain);
          return on === 'settlement succeeds' && toldBefore(refund) ? UNTOLD : on;
        },
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    '| payment.failed | A checkout failed or expired |',
    mutant(
      'webhook.no-false-event',
      'blind7-declined-card-told-as-failed',
      'what the card processor says is passed on: a card that is declined on the page sends payment.failed, and the checkout stays pending and is paid with another card',
      all(
        addedTransition('checkout', { from: 'pending', on: DECLINED, to: 'pending', sends: 'payment.failed' }),
        pages(({ payCheckout }) => ({
          payCheckout(service, checkout, form) {
            const answer = payCheckout(service, checkout, form);
            if (answer.status === 402) service.fire(checkout, DECLINED);
            return answer;
          },
        })),
      ),
    ),
  ),
  against(
    '| pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows |',
    mutant(
      'webhook.refund-succeeded',
      'blind7-told-once-by-checkout-and-amount',
      'refund.succeeded is sent once for a checkout and an amount: a second refund of it that has the same amount is not told',
      toldOnceByCheckoutAndAmount(),
    ),
  ),
];
