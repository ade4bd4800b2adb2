/** Events of escrows that are refunded, cancelled or never paid: kept back in one history. */
import { functions } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';
import { sendsOtherwise } from './webhook-payments.ts';

export const found: readonly BlindMutant[] = [
  against(
    'escrow.refunded: Money went back to the buyer. funded or disputed | POST refund | refunded | `escrow.refunded`',
    mutant(
      'webhook.escrow-refunded',
      'kind-refund-of-dispute-untold',
      'a refund call on a disputed escrow closes the case, and the closing of a case is no event: the escrow becomes refunded, and no escrow.refunded is sent',
      sendsOtherwise('escrow', 'refund', null, ({ status }) => status === 'disputed'),
    ),
  ),
  against(
    'escrow.refunded: Money went back to the buyer; amountMinor is what the buyer got. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'webhook.escrow-refunded',
      'kind-part-refund-told-as-release',
      'an escrow that ends with money for both is told by where the last of it went: after a refund of a part escrow.released is sent, and no escrow.refunded',
      sendsOtherwise('escrow', 'refund', 'escrow.released', (escrow, _, { amount }) => {
        return (amount ?? escrow.amount) < escrow.amount;
      }),
    ),
  ),
  against(
    'escrow.cancelled: Escrow cancelled or not paid in time. pending_payment | POST cancel | cancelled | `escrow.cancelled`',
    mutant(
      'webhook.escrow-cancelled',
      'kind-late-cancellation-left-to-expiry',
      'a cancellation in the second half of the day that an unpaid escrow lasts leaves the event to its expiry, which then finds the escrow cancelled: no escrow.cancelled is sent',
      sendsOtherwise(
        'escrow',
        'cancel',
        null,
        ({ createdAt }, now) => now - Date.parse(createdAt) >= 12 * HOUR * 1_000,
      ),
    ),
  ),
  against(
    'escrow.cancelled: Escrow cancelled or not paid in time. buyer.email: If set, only the wallet account with that e-mail can pay',
    mutant(
      'webhook.escrow-cancelled',
      'kind-cancelled-after-refused-buyer-untold',
      'a payment of an account that may not pay leaves its attempt open: when the merchant cancels the escrow afterwards it becomes cancelled, and the event waits for the attempt, for ever',
      (rules) => {
        const attempted = new WeakSet<object>();
        return all(
          functions(({ mayPay }) => ({
            mayPay(escrow, email) {
              const may = mayPay(escrow, email);
              if (!may) attempted.add(escrow);
              return may;
            },
          })),
          sendsOtherwise('escrow', 'cancel', null, (escrow) => attempted.has(escrow)),
        )(rules);
      },
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | expired | `escrow.cancelled` (the event covers cancelled or not paid in time)',
    mutant(
      'webhook.escrow-cancelled-on-expiry',
      'kind-expiry-for-named-buyer-untold',
      'for an escrow with buyer.email the end of its day is told to the buyer by e-mail, and the code returns: it becomes expired, and no escrow.cancelled is sent',
      sendsOtherwise('escrow', 'not paid in time', null, ({ buyerEmail }) => buyerEmail !== null),
    ),
  ),
];
