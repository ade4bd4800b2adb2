/** People and merchants who may do what is not theirs to do. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { opensAlso } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| buyer.email | string | no | If set, only the wallet account with that e-mail can pay |',
    mutant(
      'escrow.buyer-email-restricts',
      'blind8-tagged-address-may-pay',
      'what follows a + in the name of an address does not count: the account ada+shop@example.com may pay the escrow of ada@example.com',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => mayPay(escrow, email) || mayPay(escrow, email?.replace(/\+[^@]*@/, '@') ?? null),
      })),
    ),
  ),
  against(
    '| GET | /v1/wallets/{walletId}/balance | none | 200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED |',
    mutant(
      'wallet.balance-unapproved',
      'blind8-asking-anew-reopens-the-balance',
      'a new request for a wallet whose link was revoked lifts the revocation: while it is PENDING, the balance is shown on the strength of the old approval',
      opensAlso(({ merchant, params }) => {
        const links = [...merchant.links.values()].filter(({ walletId }) => walletId === params.walletId);
        return links.at(-1)?.status === 'PENDING' && links.some(({ status }) => status === 'REVOKED');
      }),
    ),
  ),
];
