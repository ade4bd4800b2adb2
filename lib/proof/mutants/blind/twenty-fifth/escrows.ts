/** Escrows: whose timer it is, what is kept of a refund, rows that are saved twice, a flag, and who may pay. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const RELEASES = 'no report in time';
const NOTHING = 'nothing';

function timerOfTheReference(): Change {
  return timer('escrow', 'funded', {
    on: (escrow: Escrow) => {
      const others = [...escrow.merchant.environment.escrows.values()].filter(
        (each) => each !== escrow && each.reference === escrow.reference,
      );
      return others.some(({ paidAt }) => (paidAt ?? '') > (escrow.paidAt ?? '')) ? NOTHING : RELEASES;
    },
  });
}

function feeKeptAfterADispute(): Change {
  const kept = new WeakSet<Escrow>();
  const disputed = new WeakSet<Escrow>();
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    also('escrow', 'refund', (escrow, _, { amount }) => {
      if (!disputed.has(escrow) || (amount ?? null) !== null || escrow.feeAmount === null) return;
      kept.add(escrow);
      escrow.refundedAmount = escrow.amount - escrow.feeAmount;
    }),
    (rules) => ({
      ...rules,
      moves: [
        ...rules.moves,
        {
          entering: 'refunded',
          what: (escrow) => (kept.has(escrow) ? (escrow.feeAmount ?? 0) : 0),
          from: 'seller.available',
          to: 'feeWallet.available',
        },
      ],
    }),
  );
}

/** The seller's row is saved with the share, and then the row of the fee wallet, read before, with the fee. */
function walletSavedTwice(): Change {
  return (rules) => ({
    ...rules,
    moves: [
      ...rules.moves,
      {
        entering: 'released',
        what: ({ amount, feeAmount, feeWalletId, sellerWalletId }) =>
          feeWalletId === sellerWalletId ? amount - (feeAmount ?? 0) : 0,
        from: 'seller.available',
        to: 'outside',
      },
    ],
  });
}

function notYetInLive(): Change {
  return timer('escrow', 'funded', {
    on: ({ merchant }: Escrow) => (merchant.environment.name === 'live' ? NOTHING : RELEASES),
  });
}

function mailboxOf(email: string | null): string {
  return (email ?? '')
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
}

function sameMailboxMayPay(): Change {
  return functions(() => ({
    mayPay: ({ buyerEmail }, email) => buyerEmail === null || mailboxOf(buyerEmail) === mailboxOf(email),
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`.',
    mutant(
      'escrow.releases-by-itself',
      'blind25-the-release-is-scheduled-by-reference',
      'the due releases are a sorted set whose members are references: when another merchant has an escrow of the same reference paid later, the entry is that one, and the earlier escrow is never released by itself',
      timerOfTheReference(),
    ),
  ),
  against(
    'Without `amount` the refund is full.',
    mutant(
      'escrow.full-refund-takes-no-fee',
      'blind25-a-dispute-costs-the-fee',
      'a refund after a dispute goes through the code that settles a release, which sets the commission aside first: a full refund of a disputed escrow with a fee gives the buyer the amount less the fee, and the fee to feeWalletId',
      feeKeptAfterADispute(),
    ),
  ),
  against(
    'Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.release-pays-seller',
      'blind25-one-wallet-is-saved-as-two',
      'a release reads the wallet of the seller and that of the fee and saves one after the other: where a merchant sells itself, and both are the same wallet, the second saving overwrites the first and the wallet gets the fee alone',
      walletSavedTwice(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`.',
    mutant(
      'escrow.auto-release-default',
      'blind25-the-automatic-release-is-not-yet-on-in-live',
      'the automatic release is behind a flag that was turned on in sandbox and not in live: a live escrow stays funded however long nobody reports',
      notYetInLive(),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind25-the-tag-of-an-address-is-dropped',
      'addresses are compared as a validation library normalises them, without what follows a plus sign in the name: of several accounts whose addresses differ in it alone each can pay what is for another',
      sameMailboxMayPay(),
    ),
  ),
];
