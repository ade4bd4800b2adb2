/** Escrows: cells of their tables, for the second escrow, for the other party, and beside another field. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Escrow } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** The wallet of seller and fee is read twice and written twice: what the first writing added is gone. */
function writtenOver({ merchant, sellerWalletId, feeWalletId, amount, feeAmount }: Escrow): void {
  const wallet = merchant.environment.wallets.get(sellerWalletId);
  if (wallet !== undefined && feeWalletId === sellerWalletId) wallet.availableMinor -= amount - (feeAmount ?? 0);
}

function firstConditions({ merchant, sellerWalletId, conditions }: Escrow): string | null {
  const escrows = [...merchant.records.escrow.values()];
  const first = escrows.find((each) => each.sellerWalletId === sellerWalletId && each.conditions !== null);
  return first?.conditions ?? conditions;
}

function paymentIsKnown({ merchant, reference }: Escrow): boolean {
  const told = merchant.deliveries.filter((each) => each.event === 'escrow.funded' && each.reference === reference);
  return told.length === 0 || told.some(({ state }) => state === 'delivered');
}

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind35-beginning-of-the-address-is-enough',
      'the account is looked up by an address that begins with that of the buyer: what is for ada@example.co can be paid by ada@example.com',
      functions(({ mayPay }) => ({
        mayPay(escrow, email) {
          const begins = email?.trim().toLowerCase().startsWith(String(escrow.buyerEmail).toLowerCase());
          return mayPay(escrow, email) || begins === true;
        },
      })),
    ),
  ),
  against(
    "feeWalletId | string | required with feeAmount | The merchant's own wallet id; the commission is paid there",
    mutant(
      'escrow.release-pays-fee',
      'blind35-fee-writes-over-the-share',
      'the wallets of seller and fee are both read before either is written: where a merchant sells itself and both are one wallet, the fee is written over the share, and the wallet has the fee alone',
      all(also('escrow', 'release', writtenOver), also('escrow', 'no report in time', writtenOver)),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind35-conditions-kept-by-seller',
      'conditions are taken for the terms of the seller, and kept at the first escrow: the page of a later one for the same seller shows the conditions of the first',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(
            service,
            escrow.conditions === null ? escrow : { ...escrow, conditions: firstConditions(escrow) },
            refused,
          ),
      })),
    ),
  ),
  against(
    'Without `amount` the refund is full.',
    mutant(
      'webhook.escrow-refunded-amount',
      'blind35-reason-alone-refunds-nothing',
      'a refund call is full where its body is empty, and else takes the amount from the body, 0 where there is none: with a reason alone the buyer gets nothing and the seller all',
      before('act', (asked, next) => {
        const { body } = asked;
        if (isAt(asked, 'refundEscrow') && body.get('amount') === undefined && body.get('reason') !== undefined)
          body.value.amount = 0;
        return next();
      }),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-linked',
      'blind35-fee-wallet-must-be-linked-too',
      "the setting is asked of every wallet of an escrow: with a linked seller and a fee it is refused for the merchant's own wallet, which has no link",
      before('checkGuards', (asked, next) => {
        const { merchant, body, service } = asked;
        const feeWallet = body.text('feeWalletId');
        if (!isAt(asked, 'createEscrow') || !merchant.requireLinkedWallets || feeWallet === null) return next();
        if (service.rules.functions.linkOf(merchant, feeWallet) !== undefined) return next();
        throw new Refusal({ status: 422, code: 'wallet_not_linked' }, 'the fee wallet has no approved link');
      }),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-by-itself',
      'blind35-released-when-the-merchant-knows',
      'an automatic release supposes that the merchant knows of the payment: where escrow.funded was never acknowledged the escrow stays funded when its hours are over',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => (paymentIsKnown(escrow) ? 'no report in time' : 'nothing'),
      }),
    ),
  ),
];
