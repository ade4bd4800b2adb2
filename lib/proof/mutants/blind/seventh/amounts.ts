/** Limits of another rule of the document, applied where they do not hold. */
import type { Case } from '../../../reference/rules/rulebook.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const PAYOUT_MAX = 2_000_000_000;

/** What went, or is going, to the same account within the last 24 hours. */
function paidOutWithinADay({ body, merchant, service }: Case): number {
  const since = service.clock.now() - DAY * 1_000;
  return [...merchant.records.payout.values()]
    .filter(({ recipient }) => recipient.accountNumber === body.text('recipient.accountNumber'))
    .filter(({ createdAt, status }) => status !== 'failed' && Date.parse(createdAt) > since)
    .reduce((sum, { amount }) => sum + amount, 0);
}

export const found: readonly BlindMutant[] = [
  against(
    '| (none) | POST /v1/refunds | valid | pending | | … The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid … | 422 | insufficient_balance | Live payout above available balance |',
    mutant(
      'refund.up-to-amount-paid',
      'blind7-refund-needs-the-balance',
      'a refund is compared with the available balance, as a live payout is: what was paid out already cannot be refunded',
      (rules) => ({
        ...rules,
        guards: [
          ...rules.guards,
          {
            id: 'refund.balance',
            at: ['createRefund'],
            words: 'the amount is above the available balance',
            refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance,
            status: 422,
            code: 'insufficient_balance',
            message: ({ merchant }) => `the amount is above the available balance of ${merchant.balance} kobo`,
          },
        ],
      }),
    ),
  ),
  against(
    '| Payout amount | min 10,000, max 2,000,000,000 kobo |',
    mutant(
      'payout.amount-largest',
      'blind7-largest-payout-of-a-day',
      'the largest amount of a payout holds for all that goes to one account within 24 hours: a payout that goes beyond it is refused',
      (rules) => ({
        ...rules,
        guards: [
          ...rules.guards,
          {
            id: 'payout.day',
            at: ['createPayout'],
            words: 'the account has had the largest amount of a day',
            refuses: (asked) => paidOutWithinADay(asked) + (asked.body.integer('amount') ?? 0) > PAYOUT_MAX,
            status: 400,
            code: 'invalid_request',
            message: () => `an account may get at most ${PAYOUT_MAX} kobo a day`,
          },
        ],
      }),
    ),
  ),
];
