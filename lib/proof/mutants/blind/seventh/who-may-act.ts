/** Permissions that are asked of something, and not of what matters. */
import { functions, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind7-any-linked-wallet-is-enough',
      'where linked wallets are required it is asked whether the merchant has an approved link, and not to which wallet: any other one is enough',
      guard('escrow.seller-not-linked', {
        refuses: ({ merchant }) =>
          merchant.requireLinkedWallets && ![...merchant.links.values()].some(({ status }) => status === 'APPROVED'),
      }),
    ),
  ),
  against(
    '| buyer.email | string | no | If set, only the wallet account with that e-mail can pay |',
    mutant(
      'escrow.buyer-email-restricts',
      'blind7-live-buyer-is-not-compared',
      'in live, where buyers sign in with their own accounts, who has signed in is not compared with the buyer of the escrow any more: any account can pay',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => escrow.merchant.environment.name === 'live' || mayPay(escrow, email),
      })),
    ),
  ),
];
