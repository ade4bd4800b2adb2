/** Amounts of escrows that are rounded, cut to a size, or taken from the wrong row. */
import type { Escrow } from '../../../reference/rules/records.ts';
import type { EventName } from '../../../reference/rules/states.ts';
import { event, move } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const ESCROW_EVENTS: readonly EventName[] = [
  'escrow.funded',
  'escrow.disputed',
  'escrow.released',
  'escrow.refunded',
  'escrow.cancelled',
];

/** The seller's part, of a share that is kept with four decimals. */
function byShare({ amount, refundedAmount }: Escrow): number {
  const share = Math.round(((refundedAmount ?? amount) / amount) * 10_000) / 10_000;
  return Math.round(amount * (1 - share));
}

function disputedIsTheWhole(): Change {
  const disputed = new WeakSet<object>();
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    event('escrow.refunded', (carried, record) =>
      disputed.has(record) ? { ...carried, amountMinor: record.amount } : carried,
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller. All amounts are integers in minor units (kobo).',
    mutant(
      'escrow.refund-pays-remainder',
      'blind15-remainder-of-a-rounded-share',
      "the remainder is computed from the buyer's share, which is kept with four decimals: after a refund of 333,333 of 1,000,000 kobo the seller gets 666,700",
      move('refunded', 'refund', { what: (escrow) => escrow.amount - byShare(escrow) }),
      move('refunded', 'amount less refund', { what: byShare }),
    ),
  ),
  against(
    "amountMinor | integer | kobo. escrow.released: amountMinor is the seller's share before the fee. Escrow amount: min 10,000 kobo; maximum: not shown.",
    mutant(
      'escrow.event-amounts',
      'blind15-event-amount-has-32-bits',
      'the message between the escrows and the sender of webhooks has a field of 32 bits: in the events of an escrow of 3,000,000,000 kobo, which is accepted and paid out as such, amountMinor is negative',
      ...ESCROW_EVENTS.map((name) =>
        event(name, (carried) => ({ ...carried, amountMinor: Number(carried.amountMinor) | 0 })),
      ),
    ),
  ),
  against(
    'escrow.refunded: Money went back to the buyer; amountMinor is what the buyer got. funded or disputed | POST refund | refunded.',
    mutant(
      'webhook.escrow-refunded-amount',
      'blind15-refund-after-dispute-told-in-full',
      'the refund of a disputed escrow has a handler of its own, which fills the event from the escrow: after a partial refund amountMinor is the whole amount',
      disputedIsTheWhole(),
    ),
  ),
];
