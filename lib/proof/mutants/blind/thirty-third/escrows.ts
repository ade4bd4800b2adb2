/** Escrows and people: what an escrow takes over from others of the same seller, buyer or merchant. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Escrow } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

function others(escrow: Escrow): Escrow[] {
  return [...escrow.merchant.records.escrow.values()].filter((each) => each !== escrow);
}

function linkedByMe({ merchant, service, body }: Case): boolean {
  return service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') !== undefined;
}

function linkedByAnybody({ environment, merchant, service, body }: Case): boolean {
  const walletId = body.text('seller.walletId') ?? '';
  const asked = [...merchant.links.values()].some((link) => link.walletId === walletId);
  const { linkOf } = service.rules.functions;
  return asked && [...environment.merchants.values()].some((each) => linkOf(each, walletId) !== undefined);
}

export const found: readonly BlindMutant[] = [
  against(
    'a seller wallet without an approved link is refused with `wallet_not_linked`',
    mutant(
      'escrow.wallet-not-linked-otherwise',
      'blind33-linked-by-another-merchant-is-enough',
      'a merchant that has asked for a link to the wallet passes when any merchant has an approved one to it',
      guard('escrow.seller-not-linked', {
        refuses: (asked) => asked.merchant.requireLinkedWallets && !linkedByMe(asked) && !linkedByAnybody(asked),
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind33-buyer-with-a-dispute-cannot-pay',
      'a buyer with an open dispute at a merchant cannot pay another escrow of it, though that names the same address',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) =>
          mayPay(escrow, email) &&
          !others(escrow).some(({ status, paidBy }) => status === 'disputed' && paidBy !== null && paidBy === email),
      })),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.release-pays-seller',
      'blind33-fee-agreed-with-the-seller',
      'a fee is kept as agreed with the seller: an escrow without feeAmount, made after one of the same seller and amount with a fee, is charged that',
      also('escrow', 'release', (escrow) => {
        if (escrow.feeAmount !== null) return;
        const agreed = others(escrow).findLast(
          ({ sellerWalletId, amount, feeAmount, createdAt }) =>
            sellerWalletId === escrow.sellerWalletId &&
            amount === escrow.amount &&
            feeAmount !== null &&
            createdAt <= escrow.createdAt,
        );
        if (agreed === undefined) return;
        escrow.feeAmount = agreed.feeAmount;
        escrow.feeWalletId = agreed.feeWalletId;
      }),
    ),
  ),
  against(
    'pending_payment | POST cancel | unpaid | cancelled | `escrow.cancelled`',
    mutant(
      'escrow.cancelled',
      'blind33-paid-is-asked-by-buyer-and-seller',
      'whether an escrow is paid is asked by buyer, seller and amount: one that is unpaid cannot be cancelled while an equal one of the same buyer is funded',
      before('act', async (asked, next) => {
        const { record } = asked;
        if (!isAt(asked, 'cancelEscrow') || record?.kind !== 'escrow' || record.buyerEmail === null) return next();
        const { buyerEmail, sellerWalletId, amount } = record;
        const equal = others(record).some(
          (each) =>
            each.status === 'funded' &&
            each.buyerEmail === buyerEmail &&
            each.sellerWalletId === sellerWalletId &&
            each.amount === amount,
        );
        if (equal) throw new Refusal({ status: 409, code: 'invalid_state' }, 'not possible: it is funded');
        return next();
      }),
    ),
  ),
];
