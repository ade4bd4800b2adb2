/** Rules for names and numbers that are wider, or narrower, than they should be. */
import type { Payout } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** First and last words; what stands between them is kept. */
const WORDS_MASKED = 2;

export const found: readonly BlindMutant[] = [
  against(
    'walletName | string | Masked holder name on create. `GET /v1/accounts/{walletId}` returns a masked holder name.',
    mutant(
      'wallet-link.names-masked',
      'blind12-middle-names-are-not-masked',
      'a name is a first name and a last name, and these are masked: of a holder with three names the one in the middle is shown in full',
      functions(({ maskName }) => ({
        maskName(name) {
          const words = name.trim().split(/\s+/u);
          if (words.length <= WORDS_MASKED) return maskName(name);
          const last = words.length - 1;
          return words.map((word, at) => (at === 0 || at === last ? maskName(word) : word)).join(' ');
        },
      })),
    ),
  ),
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
