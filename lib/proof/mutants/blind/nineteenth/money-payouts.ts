/** Payouts: a review, a pattern for names, a file with few rows, and limits that read the wrong row or the wrong account. */
import type { Payout } from '../../../reference/rules/records.ts';
import type { AnyTimer } from '../../../reference/rules/states.ts';
import { field, guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

/** From this amount on, in kobo, somebody looks at a payout before it is sent. */
const REVIEWED_FROM = 500_000_000;
/** What was taken for the letters of names. */
const NAME = /^[\p{L} ]+$/u;
const ROWS_OF_A_FILE = 10;
const FILE_MS = 5_000;

function settling(timers: readonly AnyTimer[], payout: Payout): string {
  const on = timers.find(({ kind }) => kind === 'payout')?.on as string | ((payout: Payout) => string);
  return typeof on === 'string' ? on : on(payout);
}

function reviewedEverywhere(): Change {
  return (rules) =>
    timer('payout', 'pending', {
      on: (payout: Payout) => (payout.amount >= REVIEWED_FROM ? 'nothing' : settling(rules.timers, payout)),
    })(rules);
}

/** What a merchant asks for within five seconds goes to the bank in a file; what has no row in it waits for the next day's. */
function filesOfFewRows(): Change {
  return timer('payout', 'pending', {
    after(payout: Payout) {
      const created = Date.parse(payout.createdAt);
      const before = [...payout.merchant.records.payout.values()].filter(
        (each) => each !== payout && created - Date.parse(each.createdAt) < FILE_MS,
      );
      return before.length < ROWS_OF_A_FILE ? FILE_MS / 1_000 : DAY;
    },
  });
}

/** The sandbox has no limit because new merchants have no row in the table of balances; their first payment inserts it. */
function limitedByTheRow(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'payout.balance-row',
        at: ['createPayout'],
        only: 'sandbox',
        words: 'the merchant has been paid, and the amount is above the balance',
        refuses: ({ merchant, body }) =>
          [...merchant.records.checkout.values()].some(({ status }) => status === 'succeeded') &&
          (body.integer('amount') ?? 0) > merchant.balance,
        status: 422,
        code: 'insufficient_balance',
        message: () => 'the amount is above the available balance',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account succeeds. Live payouts can take longer and some are reviewed before sending.',
    mutant(
      'payout.succeeds',
      'blind19-large-payouts-reviewed-in-sandbox-too',
      'payouts of 500,000,000 kobo and more wait until somebody has looked at them, and the rule asks for the amount alone, not for the environment: in sandbox they stay pending',
      reviewedEverywhere(),
    ),
  ),
  against(
    "recipient.accountName | string | yes | Account holder's name.",
    mutant(
      'payout.created',
      'blind19-account-names-of-letters-and-blanks',
      "an accountName may have letters and blanks alone: payouts to Ada O'Brien, Obi-Eze Stores or Obi & Sons Ltd. are refused with 400",
      field('payout', 'recipient.accountName', { pattern: NAME }),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind19-file-has-ten-rows',
      "a merchant's payouts of five seconds go to the bank in a file that has ten rows: the eleventh and later ones wait for the file of the next day, pending until then",
      filesOfFewRows(),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'payout.sandbox-ignores-balance',
      'blind19-limited-once-there-is-a-balance',
      'a payout is not limited where the merchant has no row in the table of balances, which is how the sandbox was left free; the first payment inserts the row, and from then on a sandbox payout above the balance is refused with 422 insufficient_balance',
      limitedByTheRow(),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-payout-above-balance',
      'blind19-limit-of-the-account-of-all',
      'whether a live payout is covered is asked of the account at the bank, which holds the money of all merchants: a merchant can pay out what others were paid',
      guard('payout.balance', {
        refuses: ({ environment, body }) => {
          const held = [...environment.merchants.values()].reduce((sum, { balance }) => sum + balance, 0);
          return (body.integer('amount') ?? 0) > held;
        },
      }),
    ),
  ),
];
