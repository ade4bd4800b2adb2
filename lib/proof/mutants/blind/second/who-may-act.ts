/** What one may see or do who may not, in one state or by one spelling alone. */

import { functions, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY } from '../ways.ts';
import { letsIn, otherMerchants } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'An unknown paymentReference gives 404 payment_not_found',
    mutant(
      'refund.other-merchants-payment',
      'blind-old-payment-refunded-by-others',
      "another merchant's checkout that was created more than a day ago is found for a refund",
      before('checkGuards', (asked, next) => {
        if (!isAt(asked, 'createRefund') || asked.payment !== undefined) return next();
        const reference = asked.body.text('paymentReference') ?? '';
        asked.payment = otherMerchants(asked)
          .flatMap(({ records }) => records.checkout.get(reference) ?? [])
          .find((checkout) => ageOf(checkout, asked.service) > DAY);
        return next();
      }),
    ),
  ),
  against(
    'If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind-buyer-without-tag',
      'what follows a plus in the name of an address does not count when buyers are compared',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(
            { ...escrow, buyerEmail: escrow.buyerEmail?.replace(/\+[^@]*@/, '@') ?? null },
            email?.replace(/\+[^@]*@/, '@') ?? null,
          ),
      })),
    ),
  ),
  against(
    '| APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED |',
    mutant(
      'wallet-link.other-merchant',
      'blind-linked-merchant-unlinks-others',
      "a merchant with an approved link to a wallet can DELETE another merchant's link to it",
      before('answerKnown', (asked, next) => {
        const { linkId = '' } = asked.params;
        if (!isAt(asked, 'deleteWalletLink') || asked.merchant.links.has(linkId)) return next();
        const own = [...asked.merchant.links.values()].filter(({ status }) => status === 'APPROVED');
        const owner = otherMerchants(asked).find(({ links }) =>
          own.some(({ walletId }) => walletId === links.get(linkId)?.walletId),
        );
        asked.merchant = owner ?? asked.merchant;
        return next();
      }),
    ),
  ),
  against(
    'A key works only in its own environment. Otherwise the response is 403 wrong_environment',
    mutant(
      'environment.live-key-in-sandbox',
      'blind-banks-with-live-key',
      'the sandbox list of banks is given for a live key too',
      letsIn((asked, { code }) => isAt(asked, 'listBanks') && code === 'wrong_environment'),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with wallet_not_linked",
    mutant(
      'escrow.wallet-not-linked-otherwise',
      'blind-pending-link-backed-by-anothers',
      "with linked wallets required, a pending link is enough where another merchant's is approved",
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
        return guard('escrow.seller-not-linked', {
          refuses(asked) {
            const wanted = asked.body.text('seller.walletId');
            const has = (merchant: typeof asked.merchant, status: string) =>
              [...merchant.links.values()].some((link) => link.walletId === wanted && link.status === status);
            const backed =
              has(asked.merchant, 'PENDING') && otherMerchants(asked).some((each) => has(each, 'APPROVED'));
            return !backed && (plain?.refuses(asked) ?? false);
          },
        })(rules);
      },
    ),
  ),
];
