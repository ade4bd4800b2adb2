/** A time that is that of another step. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const opened = new WeakMap<Checkout, number>();

export const found: readonly BlindMutant[] = [
  against(
    '| pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible |',
    mutant(
      'checkout.paid-at-true',
      'blind5-paid-when-the-page-was-opened',
      'paidAt is when the session of the payment began: the time at which its page was opened first',
      all(
        pages(({ showCheckout }) => ({
          showCheckout(service, checkout, refused) {
            if (!opened.has(checkout)) opened.set(checkout, service.clock.now());
            return showCheckout(service, checkout, refused);
          },
        })),
        also('checkout', 'pay', (checkout, now) => {
          checkout.paidAt = new Date(opened.get(checkout) ?? now).toISOString();
        }),
      ),
    ),
  ),
];
