/** Amounts and currencies that are read, kept or told otherwise. */
import { event, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { around, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const LARGEST_PAYOUT = 2_000_000_000;
const LARGEST_INT = 2_147_483_647;

export const found: readonly BlindMutant[] = [
  against(
    'amountMinor | integer | kobo … All amounts are integers in minor units (kobo).',
    mutant(
      'webhook.payout-succeeded-amount',
      'blind3-payout-told-in-floating-naira',
      'the amountMinor of payout.succeeded went through naira with floating point, and is one kobo less for some amounts',
      event('payout.succeeded', (carried) => ({
        ...carried,
        amountMinor: Math.trunc((Number(carried.amountMinor) / 100) * 100),
      })),
    ),
  ),
  against(
    'Payout amount | min 10,000, max 2,000,000,000 kobo',
    mutant(
      'payout.amount-too-large',
      'blind3-live-payout-limited-by-balance-alone',
      'in live a payout of more than 2,000,000,000 kobo is accepted where the balance suffices',
      around('checkFields', (own) => (asked, next) => {
        const { body, environment, merchant } = asked;
        const amount = body.integer('amount') ?? 0;
        const large = isAt(asked, 'createPayout') && environment.name === 'live' && amount > LARGEST_PAYOUT;
        if (!large || !Number.isSafeInteger(amount) || amount > merchant.balance) return own(asked, next);
        body.value.amount = LARGEST_PAYOUT;
        return own(asked, () => {
          body.value.amount = amount;
          return next();
        });
      }),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-within-amount',
      'blind3-refund-of-dispute-beyond-amount',
      'a refund of a disputed escrow may be of more than its amount, at the expense of the seller',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'escrow.refund-above-amount');
        return guard('escrow.refund-above-amount', {
          refuses: (asked) => asked.record?.status !== 'disputed' && (plain?.refuses(asked) ?? false),
        })(rules);
      },
    ),
  ),
  against(
    'currency | string | yes | Only `NGN`',
    mutant(
      'payout.currency-only-ngn',
      'blind3-numeric-currency',
      'a payout in the currency 566, the number of NGN in ISO 4217, is accepted',
      coerces('createPayout', 'currency', (value) => (value === '566' ? 'NGN' : value)),
    ),
  ),
  against(
    "escrow.released | Money went to the seller; amountMinor is the seller's share before the fee",
    mutant(
      'webhook.escrow-released-amount',
      'blind3-large-escrow-release-told-clipped',
      'the amountMinor of escrow.released is 2,147,483,647 where it should be more',
      event('escrow.released', (carried) => ({
        ...carried,
        amountMinor: Math.min(Number(carried.amountMinor), LARGEST_INT),
      })),
    ),
  ),
];
