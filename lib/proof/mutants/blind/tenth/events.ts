/** Events that are wrong, or missing, after one history or in one environment. */
import type { Checkout, Escrow } from '../../../reference/rules/records.ts';
import { addedTransition, event, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

function tellsDisputedInFull(): Change {
  const disputed = new WeakSet<object>();
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    event('escrow.refunded', (carried, record) =>
      disputed.has(record) ? { ...carried, amountMinor: (record as unknown as Escrow).amount } : carried,
    ),
  );
}

const UNTOLD = 'not paid in time, in live';

export const found: readonly BlindMutant[] = [
  against(
    'escrow.refunded | Money went back to the buyer; amountMinor is what the buyer got.',
    mutant(
      'escrow.event-amounts',
      'blind10-disputed-refund-told-in-full',
      'the event of a refund after a dispute is written from the dispute, which is about all of the escrow: after a partial refund of a disputed escrow amountMinor is the whole amount',
      tellsDisputedInFull(),
    ),
  ),
  against(
    'payment.failed | A checkout failed or expired.',
    mutant(
      'webhook.live-once',
      'blind10-live-expiry-untold',
      'the job that ends unpaid checkouts was never connected to the webhooks of live: there a checkout that expires becomes failed, and no payment.failed is sent',
      addedTransition('checkout', {
        from: 'pending',
        on: UNTOLD,
        to: 'failed',
        sends: null,
        also: (checkout) => {
          checkout.failureReason = 'expired';
        },
      }),
      timer('checkout', 'pending', {
        on: ({ merchant }: Checkout) => (merchant.environment.name === 'live' ? UNTOLD : 'not paid in time'),
      }),
    ),
  ),
];
