/** Amounts whose bounds depend on where a request is sent, or on the column that holds them. */
import { field } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';

/** The largest value of an unsigned integer of two bytes; a database that is not strict keeps that of whatever is more. */
const LARGEST_OF_TWO_BYTES = 65_535;
const CHECKOUT_MIN = 100;
const PAYOUT_MIN = 10_000;

export const found: readonly BlindMutant[] = [
  against(
    '| amount | integer | yes | Kobo. Min 10,000. Max 2,000,000,000 |',
    mutant(
      'payout.amount-too-small',
      'blind6-live-payout-with-the-limits-of-checkouts',
      'the live configuration has the smallest amount of checkouts for payouts too: 100 kobo',
      all(field('payout', 'amount', { min: CHECKOUT_MIN }), (rules) => ({
        ...rules,
        guards: [
          {
            id: 'payout.sandbox-amount',
            at: ['createPayout'],
            only: 'sandbox',
            words: 'the amount is below the smallest',
            refuses: ({ body }) => (body.integer('amount') ?? 0) < PAYOUT_MIN,
            status: 400,
            code: 'invalid_request',
            message: () => `amount must be at least ${PAYOUT_MIN}`,
          },
          ...rules.guards,
        ],
      })),
    ),
  ),
  against(
    "| feeAmount | integer | no | Merchant commission in kobo, taken from the seller's side on release | … Escrow release pays the seller the amount less `feeAmount`.",
    mutant(
      'escrow.release-pays-fee',
      'blind6-fee-in-two-bytes',
      'the column of fees has two bytes: a fee of more than 65,535 kobo is kept as that',
      keptAs('createEscrow', 'feeAmount', (fee) => Math.min(Number(fee), LARGEST_OF_TWO_BYTES)),
    ),
  ),
];
