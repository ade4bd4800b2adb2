/** Escrows: sellers who are their own merchants, who come later, or who unlink; and buyers of nearly one address. */
import type { Escrow } from '../../../reference/rules/records.ts';
import type { Move } from '../../../reference/rules/states.ts';
import { functions, move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const sellersShare = ({ amount, feeAmount }: Escrow) => amount - (feeAmount ?? 0);
const paysItself = ({ feeAmount, feeWalletId, sellerWalletId }: Escrow) =>
  feeAmount !== null && feeWalletId === sellerWalletId;

/** Both wallets are read, then both are written: the second writing of one wallet hides the first. */
function writtenTwice(): Change {
  const lost: Move = {
    entering: 'released',
    what: (escrow) => (paysItself(escrow) ? sellersShare(escrow) : 0),
    from: 'seller.held',
    to: 'outside',
  };
  return all(
    move('released', 'amount less fee', { what: (escrow) => (paysItself(escrow) ? 0 : sellersShare(escrow)) }),
    (rules) => ({ ...rules, moves: [...rules.moves, lost] }),
  );
}

/** The seller's account is looked up once. */
function sellerFoundAtCreation(): Change {
  const without = new WeakSet<Escrow>();
  const toSeller =
    (amount: (escrow: Escrow) => number): Move['what'] =>
    (escrow) =>
      without.has(escrow) ? 0 : amount(escrow);
  const part = ({ amount, refundedAmount }: Escrow) => refundedAmount ?? amount;
  return all(
    also('escrow', 'create', (escrow) => {
      if (!escrow.merchant.environment.wallets.has(escrow.sellerWalletId)) without.add(escrow);
    }),
    move('funded', 'amount', { what: toSeller(({ amount }) => amount) }),
    move('released', 'amount less fee', { what: toSeller(sellersShare) }),
    move('refunded', 'refund', { what: toSeller(part) }),
    move('refunded', 'amount less refund', { what: toSeller((escrow) => escrow.amount - part(escrow)) }),
    move('released', 'fee', { from: 'outside' }),
    (rules) => ({
      ...rules,
      moves: [
        ...rules.moves,
        { entering: 'released', what: toSeller(({ feeAmount }) => feeAmount ?? 0), from: 'seller.held', to: 'outside' },
      ],
    }),
  );
}

function releasedToLinkedSellers(): Change {
  return (rules) => {
    const { linkOf } = rules.functions;
    const on = ({ merchant, sellerWalletId }: Escrow) =>
      merchant.requireLinkedWallets && linkOf(merchant, sellerWalletId) === undefined
        ? 'wait for the link'
        : 'no report in time';
    return timer('escrow', 'funded', { on })(rules);
  };
}

function inbox(email: string): string {
  return email.trim().toLowerCase().replace(/\+.*@/, '@');
}

export const found: readonly BlindMutant[] = [
  against(
    'feeWalletId | string | required with feeAmount',
    mutant(
      'escrow.fee-wallet-required',
      'blind26-fee-of-nothing-is-no-fee',
      'whether there is a fee is asked of its value and not of its presence: `feeAmount` 0 is accepted without `feeWalletId`',
      coerces('createEscrow', 'feeAmount', (value) => (value === 0 ? undefined : value)),
    ),
  ),
  against(
    'seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.release-pays-seller',
      'blind26-fee-overwrites-the-sellers-share',
      "on release the seller's and the fee's wallet are both read, and then both written: a merchant who sells itself, so that both are one wallet, has the fee and loses the rest",
      writtenTwice(),
    ),
  ),
  against(
    'If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind26-addresses-are-compared-by-their-inbox',
      'e-mail addresses are compared without what follows a `+`, as they share an inbox: the account of ada+shop@example.com can pay an escrow for ada@example.com',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) =>
          buyerEmail === null || (email !== null && inbox(email) === inbox(buyerEmail)),
      })),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-by-itself',
      'blind26-automatic-release-asks-for-the-link',
      'where linked wallets are required, the automatic release asks for the link once more: an escrow whose seller has unlinked the wallet since it was made stays funded for ever',
      releasedToLinkedSellers(),
    ),
  ),
  against(
    "A merchant holds a buyer's money in escrow until conditions are met, then releases it to the seller's wallet or refunds the buyer.",
    mutant(
      'escrow.release-pays-seller',
      'blind26-seller-looked-up-at-creation',
      "the seller's wallet account is looked up when the escrow is made: in sandbox, where it need not exist yet, a seller who opens the wallet before the release is paid nothing",
      sellerFoundAtCreation(),
    ),
  ),
];
