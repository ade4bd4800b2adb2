/** Amounts that arithmetic changes on the way. */
import type { AnyRecord } from '../../../reference/rules/records.ts';
import type { Move } from '../../../reference/rules/states.ts';
import { shows } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Escrows whose whole amount was asked back by its number. */
const inFigures = new WeakSet<AnyRecord>();
const sellerToo: Move = {
  entering: 'refunded',
  what: (escrow) => (inFigures.has(escrow) ? escrow.amount : 0),
  from: 'outside',
  to: 'seller.available',
};

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind8-balance-through-naira',
      'the balance is held in naira as a binary fraction, and cut to whole kobo when it is shown: of some sums one kobo is missing (115 is shown as 114)',
      shows('getBalance', (body) => ({
        ...body,
        availableMinor: Math.trunc((Number(body.availableMinor) / 100) * 100),
      })),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind8-no-remainder-pays-all',
      "a remainder of 0 counts as none given: where the escrow's whole amount is asked back in figures, the seller is paid the whole as well",
      all(
        before('act', (asked, next) => {
          const { record, body } = asked;
          if (isAt(asked, 'refundEscrow') && record !== undefined && body.integer('amount') === record.amount)
            inFigures.add(record);
          return next();
        }),
        (rules) => ({ ...rules, moves: [...rules.moves, sellerToo] }),
      ),
    ),
  ),
];
