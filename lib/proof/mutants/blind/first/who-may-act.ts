/** What one may see or do who may not, in one state or by one spelling alone. */

import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { findsOthers, opensAlso, otherMerchants } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Unknown references on GET calls give a 404 error … Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'payout.other-merchant-sees-nothing',
      'blind-failed-payout-open-to-others',
      "GET of another merchant's payout is answered once it has failed",
      findsOthers('getPayout', 'payout', ({ status }) => status === 'failed'),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'escrow.other-merchant-cannot-act',
      'blind-escrow-with-buyer-cancelled-by-others',
      'an unpaid escrow that names its buyer can be cancelled by another merchant',
      findsOthers('cancelEscrow', 'escrow', ({ buyerEmail }) => buyerEmail !== null),
    ),
  ),
  against(
    '403 unless the link is APPROVED',
    mutant(
      'wallet.balance-per-merchant',
      'blind-revoked-link-opens-with-anothers',
      'a balance is open to a merchant whose link was revoked as long as another merchant has an approved one',
      opensAlso((asked) => {
        const { walletId } = asked.params;
        const revoked = [...asked.merchant.links.values()].some(
          (link) => link.walletId === walletId && link.status === 'REVOKED',
        );
        return (
          revoked &&
          otherMerchants(asked).some(({ links }) =>
            [...links.values()].some((link) => link.walletId === walletId && link.status === 'APPROVED'),
          )
        );
      }),
    ),
  ),
  against(
    '403 unless the link is APPROVED',
    mutant(
      'wallet.balance-unapproved',
      'blind-asking-again-opens-balance',
      'after a link was revoked the balance is open again as soon as another one is asked for',
      opensAlso(({ merchant, params }) => {
        const own = [...merchant.links.values()].filter(({ walletId }) => walletId === params.walletId);
        return own.some(({ status }) => status === 'REVOKED') && own.some(({ status }) => status === 'PENDING');
      }),
    ),
  ),
  against(
    'If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind-buyer-by-beginning',
      "an account may pay whose address begins with the buyer's",
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(escrow, email) || (escrow.buyerEmail !== null && (email?.startsWith(escrow.buyerEmail) ?? false)),
      })),
    ),
  ),
];
