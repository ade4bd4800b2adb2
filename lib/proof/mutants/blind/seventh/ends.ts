/** Ends that come from elsewhere, come later, or do not come. */
import type { Checkout } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, onFire } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const SESSION_MS = 30 * 60_000;

/** The confirmation of a payment names its checkout by reference. */
function paysInLive(service: Service, { merchant, reference }: Checkout): void {
  if (merchant.environment.name !== 'sandbox') return;
  for (const { records } of service.environments.live.merchants.values()) {
    const other = records.checkout.get(reference);
    if (other?.status === 'pending') service.fire(other, 'pay', { method: 'card' });
  }
}

/** Who opens the page has half an hour to pay, also where the checkout expires meanwhile. */
function openedLate(): Change {
  return (rules) => {
    const sessions = new WeakMap<Checkout, number>();
    return all(
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const until = service.clock.now() + SESSION_MS;
          if (checkout.status === 'pending' && until > Date.parse(checkout.createdAt) + DAY * 1_000) {
            sessions.set(checkout, until);
            service.clock.schedule(until, () => {
              if (sessions.get(checkout) === until) service.fire(checkout, 'not paid in time');
            });
          }
          return showCheckout(service, checkout, refused);
        },
      })),
      timer('checkout', 'pending', {
        on: (checkout: Checkout) => (sessions.has(checkout) ? 'nothing' : 'not paid in time'),
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'Two fully separate environments exist, sandbox and live.',
    mutant(
      'environment.data-is-separate',
      'blind7-sandbox-payment-confirms-live-checkout',
      'the confirmation of a payment names its checkout by reference alone: that of a sandbox payment makes a pending live checkout of the same reference succeeded too',
      onFire((fire, service) => (record, on, details) => {
        const taken = fire(record, on, details);
        if (taken && on === 'pay' && record.kind === 'checkout') paysInLive(service, record);
        return taken;
      }),
    ),
  ),
  against(
    '| pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent |',
    mutant(
      'checkout.expires',
      'blind7-opened-page-puts-off-expiry',
      'whoever opens the page in the last half hour has half an hour from then on: until it is over the checkout stays pending, and can be paid',
      openedLate(),
    ),
  ),
  against(
    '| PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired` |',
    mutant(
      'wallet-link.expires',
      'blind7-live-links-stay-pending',
      'the job that ends links of which nobody decided is not set up in live: there they stay PENDING',
      timer('walletLink', 'PENDING', {
        on: (link: { merchant: Checkout['merchant'] }) =>
          link.merchant.environment.name === 'live' ? 'nothing' : 'nobody decides',
      }),
    ),
  ),
];
