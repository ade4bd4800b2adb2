/** Payouts, banks and the balance: banks and accounts of another sort, equal payouts, large and returned amounts. */
import type { Payout } from '../../../reference/rules/records.ts';
import type { Rulebook } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const NARRATION_OF_A_TRANSFER = 35;
const LARGEST_INT32 = 2_147_483_647;
/** Moniepoint and PalmPay. */
const ADDED_LATER: readonly string[] = ['50515', '999991'];

/** Another outcome of settlement; `starts` is called when a payout begins to wait for it. */
function settlesAs(
  change: (payout: Payout, plain: string) => string,
  starts: (payout: Payout) => void = () => {},
): Change {
  return (rules: Rulebook) => ({
    ...rules,
    timers: rules.timers.map((each) => {
      if (each.kind !== 'payout') return each;
      const { on, after } = each;
      return {
        ...each,
        after(payout: Payout) {
          starts(payout);
          return typeof after === 'number' ? after : 5;
        },
        on: (payout: Payout) => change(payout, typeof on === 'string' ? on : on(payout)),
      };
    }),
  });
}

function oneJobForEqualPayouts(): Change {
  const without = new WeakSet<Payout>();
  return settlesAs(
    (payout, plain) => (without.has(payout) ? 'no job' : plain),
    (payout) => {
      const { accountNumber } = payout.recipient;
      const waiting = [...payout.merchant.records.payout.values()].some(
        (other) =>
          other !== payout &&
          other.status === 'pending' &&
          !without.has(other) &&
          other.amount === payout.amount &&
          other.recipient.accountNumber === accountNumber,
      );
      if (waiting) without.add(payout);
    },
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'narration | string | no | Max 100 chars. Payout record (GET): `narration` (string or null)',
    mutant(
      'payout.record-stays',
      'blind30-narration-becomes-that-of-the-transfer',
      `once a payout has succeeded, its record has the narration as the bank carried it: ${NARRATION_OF_A_TRANSFER} characters at most`,
      also('payout', 'settlement succeeds', (payout) => {
        payout.narration = payout.narration?.slice(0, NARRATION_OF_A_TRANSFER) ?? null;
      }),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails',
    mutant(
      'payout.failing-account',
      'blind30-failing-account-is-one-of-the-old-banks',
      'the failing account is known to the simulator of the commercial banks: a payout to `0000000000` at a bank without a three-digit code, such as OPay or Kuda, succeeds',
      settlesAs(({ recipient }, plain) => ((recipient.bankCode?.length ?? 3) > 3 ? 'settlement succeeds' : plain)),
    ),
  ),
  against(
    'account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds',
    mutant(
      'payout.succeeds',
      'blind30-account-of-one-digit-fails',
      'an account number that repeats a single digit, such as `1111111111`, is taken for a made-up one: in sandbox a payout to it fails',
      settlesAs(({ merchant, recipient }, plain) =>
        merchant.environment.name === 'sandbox' && /^(\d)\1{9}$/.test(recipient.accountNumber)
          ? 'settlement fails'
          : plain,
      ),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | `payout.succeeded` sent',
    mutant(
      'payout.succeeds',
      'blind30-equal-payouts-share-a-job',
      'the job that settles a payout is named after merchant, account and amount: a second payout of one amount to one account, made while the first is pending, gets no job and stays pending',
      oneJobForEqualPayouts(),
    ),
  ),
  against(
    'recipient.bankName | string | yes | The service matches it to a Nigerian bank. `GET /v1/banks` lists Nigerian banks and their codes.',
    mutant(
      'payout.listed-bank-accepted',
      'blind30-banks-added-later-are-listed-alone',
      'banks that were added to the list later, Moniepoint and PalmPay, are unknown to the table in which payouts look for a name',
      functions(({ matchBank }) => ({
        matchBank(name) {
          const bank = matchBank(name);
          return bank !== undefined && ADDED_LATER.includes(bank.code) ? undefined : bank;
        },
      })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind30-balance-ends-at-32-bits',
      'the balance is kept in 32 bits and stops at 2,147,483,647 kobo: a payment that leads beyond is not added whole',
      also('checkout', 'pay', ({ merchant, amount }) => {
        const excess = merchant.balance + amount - LARGEST_INT32;
        if (excess > 0) merchant.balance -= excess;
      }),
    ),
  ),
];
