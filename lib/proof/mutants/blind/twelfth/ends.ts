/** Ends that come with something else: a link that is over, a newer order. */
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'pending_payment | POST cancel | unpaid | cancelled. APPROVED | DELETE by merchant, or unlinked by owner | REVOKED | `wallet.link.revoked`.',
    mutant(
      'escrow.stays-until-its-turn',
      'blind12-unlinking-cancels-escrows-of-the-seller',
      "escrows hang on the link of their seller and go with it: when the link is revoked, by the merchant or by the owner, the merchant's unpaid escrows of that seller are cancelled",
      onFire((fire) => (record, on, details) => {
        const done = fire(record, on, details);
        if (!done || record.kind !== 'walletLink' || on !== 'unlink') return done;
        for (const escrow of record.merchant.records.escrow.values())
          if (escrow.sellerWalletId === record.walletId) fire(escrow, 'cancel');
        return done;
      }),
    ),
  ),
  against(
    'Checkout (one payment attempt for one order). pending | 24 hours pass without payment | failed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.paid-alone',
      'blind12-newer-attempt-ends-the-older',
      'a new attempt takes the place of the one before, as with wallet links: a pending checkout fails when the merchant creates another with the same e-mail address, amount and description',
      before('act', (asked, next) => {
        if (!isAt(asked, 'createCheckout')) return next();
        const { body, merchant, service } = asked;
        const description = body.text('description');
        for (const older of merchant.records.checkout.values()) {
          const same = older.email === body.text('customer.email') && older.amount === body.integer('amount');
          if (same && description !== null && older.description === description)
            service.fire(older, 'fail', { reason: 'superseded' });
        }
        return next();
      }),
    ),
  ),
];
