/** What one may see or do who may not. */
import { functions, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { findsOthers, otherMerchants } from '../ways-of-access.ts';

const withoutDots = (email: string) => email.replace(/^[^@]*/, (name) => name.replaceAll('.', ''));

export const found: readonly BlindMutant[] = [
  against(
    "A merchant can ask a seller's wallet owner to link the wallet to the merchant's application.",
    mutant(
      'wallet-link.other-merchant',
      'blind3-pending-links-of-one-wallet-rejected-by-others',
      "a merchant with a pending link to a wallet can reject another merchant's link to it",
      before('answerKnown', (asked, next) => {
        const { linkId = '' } = asked.params;
        if (!isAt(asked, 'rejectWalletLink') || asked.merchant.links.has(linkId)) return next();
        const pending = [...asked.merchant.links.values()].filter(({ status }) => status === 'PENDING');
        const owner = otherMerchants(asked).find(({ links }) =>
          pending.some(({ walletId }) => walletId === links.get(linkId)?.walletId),
        );
        asked.merchant = owner ?? asked.merchant;
        return next();
      }),
    ),
  ),
  against(
    "| funded or disputed | POST refund | | refunded | … A merchant holds a buyer's money in escrow",
    mutant(
      'escrow.other-merchant-cannot-act',
      'blind3-disputed-escrow-refunded-by-others',
      "another merchant's refund call reaches an escrow that is disputed",
      findsOthers('refundEscrow', 'escrow', ({ status }) => status === 'disputed'),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind3-buyer-without-dots',
      'dots in the name of an address do not count when buyers are compared',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(
            { ...escrow, buyerEmail: escrow.buyerEmail === null ? null : withoutDots(escrow.buyerEmail) },
            email === null ? null : withoutDots(email),
          ),
      })),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error',
    mutant(
      'escrow.other-merchant',
      'blind3-escrow-that-is-over-read-by-others',
      'an escrow that was released or refunded is found by every merchant who has none of its reference',
      findsOthers('getEscrow', 'escrow', ({ status }) => status === 'released' || status === 'refunded'),
    ),
  ),
  against(
    'a seller wallet without an approved link is refused with `wallet_not_linked`',
    mutant(
      'escrow.wallet-not-linked-otherwise',
      'blind3-link-ended-by-owner-still-counts-for-escrows',
      'where linked wallets are required, a link that its owner ended, and not the merchant, still counts',
      (rules) => {
        const byMerchant = new WeakSet<object>();
        const plain = rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
        return guard('escrow.seller-not-linked', {
          refuses: (asked) => {
            const ended = [...asked.merchant.links.values()].some(
              (link) =>
                link.status === 'REVOKED' &&
                link.walletId === asked.body.text('seller.walletId') &&
                !byMerchant.has(link),
            );
            return !ended && (plain?.refuses(asked) ?? false);
          },
        })(
          before('act', (asked, next) => {
            if (isAt(asked, 'deleteWalletLink') && asked.record) byMerchant.add(asked.record);
            return next();
          })(rules),
        );
      },
    ),
  ),
];
