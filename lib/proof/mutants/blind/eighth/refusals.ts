/** A refusal that an earlier request takes away. */
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** An earlier payout of this merchant went to that account, at a bank that was known. */
function paidBefore({ merchant, body }: Case): boolean {
  const account = body.text('recipient.accountNumber');
  const earlier = [...merchant.records.payout.values()];
  return earlier.some(({ recipient }) => recipient.accountNumber === account && recipient.bankCode !== null);
}

export const found: readonly BlindMutant[] = [
  against(
    'A bank name that cannot be matched gives `422 unsupported_bank`.',
    mutant(
      'payout.unsupported-bank',
      'blind8-bank-remembered-by-account',
      'banks found are remembered by account number: to an account that was paid before, any bank name is good',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'payout.bank-unknown');
        return guard('payout.bank-unknown', {
          refuses: (asked) => (plain?.refuses(asked) ?? false) && !paidBefore(asked),
        })(rules);
      },
    ),
  ),
];
