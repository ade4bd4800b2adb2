/** The balance: a levy, a join with names that are not the ones that merchants write, and a commission that is credited twice. */
import type { Payout } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** What the state takes of a transfer, in kobo, and from which amount on. */
const LEVY = 5_000;
const LEVIED_FROM = 1_000_000;

/** A payout costs something else than its amount, and as much comes back where it fails. */
function payoutsCost(less: (payout: Payout) => number): Change {
  return all(
    also('payout', 'create', (payout) => {
      payout.merchant.balance += less(payout);
    }),
    also('payout', 'settlement fails', (payout) => {
      payout.merchant.balance -= less(payout);
    }),
  );
}

/** Payouts are joined with the banks by the name of the list. */
function joinedWithBanks(): Change {
  return (rules) =>
    payoutsCost(({ recipient, amount }) =>
      rules.functions.matchBank(recipient.bankName)?.name === recipient.bankName ? 0 : amount,
    )(rules);
}

function commissionIsIncome(): Change {
  return all(
    ...['release', 'no report in time'].map((on) =>
      also('escrow', on, ({ merchant, feeAmount }) => {
        merchant.balance += feeAmount ?? 0;
      }),
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payout-subtracts',
      'blind19-levy-of-larger-transfers',
      'the levy on electronic transfers, 50 naira from 10,000 naira on, is booked with the payout: one of 1,000,000 kobo or more lowers the balance by 5,000 more than its amount',
      payoutsCost(({ amount }) => (amount >= LEVIED_FROM ? -LEVY : 0)),
    ),
  ),
  against(
    'recipient.bankName | string | yes | The service matches it to a Nigerian bank. `GET /v1/balance` returns the amount available to pay out (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind19-payouts-joined-with-banks-by-name',
      'the balance is added up over payouts joined with the banks by their name in the list: one whose bank was matched under another name, such as GTBank or zenith bank, succeeds and is not subtracted',
      joinedWithBanks(),
    ),
  ),
  against(
    'fee goes to feeWalletId. `GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind19-commission-in-the-balance-too',
      "the commission of an escrow is income of the merchant, and its ledger books income: at the release the feeAmount goes to feeWalletId, and the merchant's balance grows by it as well",
      commissionIsIncome(),
    ),
  ),
];
