/** Accounts that are taken for another, and decisions that reach another merchant. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { otherMerchants } from '../ways-of-access.ts';

/** ada+shop@example.com is ada@example.com. */
function withoutTag(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
}

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email: If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind10-tagged-address-may-pay',
      'addresses are compared without the tag behind a plus sign: the account of ada+shop@example.com may pay an escrow for ada@example.com',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(escrow, email) ||
          (escrow.buyerEmail !== null && email !== null && withoutTag(escrow.buyerEmail) === withoutTag(email)),
      })),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | REVOKED. DELETE /v1/wallet-links/{linkId}: Unlinks from the merchant side.',
    mutant(
      'wallet-link.other-merchant',
      'blind10-unlinks-whole-wallet',
      'DELETE unlinks the wallet rather than the link: the approved links that other merchants have to the same wallet become REVOKED with it',
      answers('deleteWalletLink', (reply, asked) => {
        const { record, service } = asked;
        if (reply.status !== 200 || record?.kind !== 'walletLink') return reply;
        const links = otherMerchants(asked).flatMap((other) => [...other.links.values()]);
        for (const link of links) if (link.walletId === record.walletId) service.fire(link, 'unlink');
        return reply;
      }),
    ),
  ),
];
