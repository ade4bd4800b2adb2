/** A rule for a number that is wider than it should be. */
import type { Payout } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind12-accounts-of-nine-zeros-fail',
      'the failing account is known by its first nine digits: payouts to 0000000001 to 0000000009 fail in sandbox as well',
      timer('payout', 'pending', {
        on: ({ merchant, recipient }: Payout) =>
          merchant.environment.name === 'sandbox' && /^0{9}/.test(recipient.accountNumber)
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
];
