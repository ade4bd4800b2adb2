/** Defects of the end of unpaid checkouts: what puts it off. */
import type { Checkout } from '../../reference/rules/records.ts';
import type { Service } from '../../reference/rules/rulebook.ts';
import { DAY } from '../blind/ways.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { timer } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

const SESSION_MS = 15 * 60_000;
const LARGE = 1_000_000_000;

/** The buyer who opens the page begins a session of a quarter of an hour, and as long as that lasts the checkout does not expire. */
function sessionPutsItOff(): Change {
  const sessions = new WeakMap<Checkout, { service: Service; until: number }>();
  function expires(checkout: Checkout): string {
    const session = sessions.get(checkout);
    if (session === undefined || session.until <= session.service.clock.now()) return 'not paid in time';
    const { service, until } = session;
    service.clock.schedule(until, () => service.fire(checkout, expires(checkout)));
    return 'nothing';
  }
  return all(
    pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        sessions.set(checkout, { service, until: service.clock.now() + SESSION_MS });
        return showCheckout(service, checkout, refused);
      },
    })),
    timer('checkout', 'pending', { on: expires as never }),
  );
}

export const checkoutExpiryMutants: readonly Mutant[] = [
  mutant(
    'checkout.expires',
    'checkout-open-page-puts-off-expiry',
    'opening the page begins a session of 15 minutes, and the job of the expiry leaves a checkout with a session until that is over',
    sessionPutsItOff(),
  ),
  mutant(
    'checkout.expires',
    'checkout-large-one-expires-in-two-days',
    'a checkout of 10,000,000 naira or more, which is paid by transfer as a rule, expires after 48 hours',
    timer('checkout', 'pending', {
      after: ((checkout: Checkout) => (checkout.amount >= LARGE ? 2 : 1) * DAY) as never,
    }),
  ),
];
