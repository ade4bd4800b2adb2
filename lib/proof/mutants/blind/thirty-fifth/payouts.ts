/** Payouts and the balance: cells of their tables, in the afternoon, in a row, and after a month. */
import type { Payout } from '../../../reference/rules/records.ts';
import { shows, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, keptAs } from '../ways.ts';

const SETTLING_SECONDS = 5;
const KEPT_SECONDS = 30 * DAY;

/** The number of the account as an integer of 32 bits. */
function inThirtyTwoBits({ recipient }: Payout): number {
  return Number(recipient.accountNumber) | 0;
}

/** How many payouts of the merchant are to be settled, this one included. */
function inTheQueue({ merchant }: Payout): number {
  return [...merchant.records.payout.values()].filter(({ status }) => status === 'pending').length;
}

export const found: readonly BlindMutant[] = [
  against(
    'currency | string | yes | Only `NGN`',
    mutant(
      'payout.currency-only-ngn',
      'blind35-currency-by-its-number',
      'currencies are looked up in the table of ISO 4217, by their letters or by their number: a payout in the currency 566 is accepted as one in NGN',
      coerces('createPayout', 'currency', (value) => (value === '566' ? 'NGN' : value)),
    ),
  ),
  against(
    'every other 10-digit account, including `0123456789`, succeeds',
    mutant(
      'payout.succeeds',
      'blind35-account-number-in-32-bits',
      'whether an account is the failing one is asked of its number in 32 bits, which is 0 for 4294967296 and 8589934592 too: payouts to these fail',
      timer('payout', 'pending', {
        on: (payout: Payout) =>
          payout.merchant.environment.name === 'sandbox' && inThirtyTwoBits(payout) === 0
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
  against(
    '`recipient` (object; its inner fields in responses: not shown)',
    mutant(
      'payout.record-recipient',
      'blind35-recipient-forgotten-after-a-month',
      'what is known of a person is erased when it is not needed any more: 30 days after its creation the record of a payout has null as recipient',
      shows('getPayout', (body, { asked, record }) =>
        record !== undefined && ageOf(record, asked.service) > KEPT_SECONDS ? { ...body, recipient: null } : body,
      ),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind35-payouts-wait-in-line',
      'one worker settles the payouts of a merchant one after another, 5 seconds each: of twenty that are made at once the last is settled after 100 seconds',
      timer('payout', 'pending', { after: (payout: Payout) => SETTLING_SECONDS * inTheQueue(payout) }),
    ),
  ),
  against(
    '`narration` (string or null), `failureReason` (string or null), `createdAt` (date-time).',
    mutant(
      'payout.created-at-true',
      'blind35-clock-of-twelve-hours',
      'the format of createdAt has the hour of a clock of twelve hours and no word for the half of the day: a payout made at 15:04 says T03:04',
      shows('getPayout', (body) => ({
        ...body,
        createdAt: String(body.createdAt).replace(
          /T(\d\d)/,
          (_, hour: string) => `T${String(Number(hour) % 12 || 12).padStart(2, '0')}`,
        ),
      })),
    ),
  ),
  against(
    'narration | string | no | Max 100 chars',
    mutant(
      'payout.record-as-sent',
      'blind35-narration-zero-is-empty',
      'in the language of the service the text 0 counts as empty: a payout with the narration 0 has null in its record',
      keptAs('createPayout', 'narration', (value) => (value === '0' ? null : value)),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind35-balance-of-thirty-days',
      'the balance is added up from what is still in the table of payments, from which those are moved away that were paid more than 30 days ago: what they brought is missing from then on',
      shows('getBalance', (body, { asked: { merchant, service } }) => {
        const old = [...merchant.records.checkout.values()].filter(
          ({ paidAt }) => paidAt !== null && service.clock.now() - Date.parse(paidAt) > KEPT_SECONDS * 1_000,
        );
        return { ...body, availableMinor: old.reduce((sum, { amount }) => sum - amount, merchant.balance) };
      }),
    ),
  ),
];
