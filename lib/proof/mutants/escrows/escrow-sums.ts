/** Defects of the amounts that escrows pay, each on one transition only. */
import type { Escrow } from '../../reference/rules/records.ts';
import { notByCall } from '../apart.ts';
import { event, move, transition } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers } from '../steps.ts';

export const escrowSumMutants: readonly Mutant[] = [
  mutant(
    'escrow.release-pays-large',
    'escrow-release-in-32-bits',
    'what is released is counted in 32 bits',
    move('released', 'amount less fee', { what: (escrow) => share(escrow) | 0 }),
  ),
  noted(
    'escrow.buyer-release-pays',
    'escrow-buyer-release-pays-no-seller',
    'a release by the buyer pays the seller nothing',
    (note) => [
      notByCall('releaseEscrow', { also: note.add }),
      move('released', 'amount less fee', { what: (escrow) => (note.has(escrow) ? 0 : share(escrow)) }),
    ],
  ),
  noted(
    'escrow.auto-release-pays-fee',
    'escrow-automatic-release-pays-no-fee',
    'an automatic release pays no fee',
    (note) => [
      transition('escrow', 'no report in time', { also: (record) => note.add(record as Escrow) }),
      move('released', 'fee', { what: (escrow) => (note.has(escrow) ? 0 : (escrow.feeAmount ?? 0)) }),
    ],
  ),
  noted(
    'escrow.dispute-refund-pays-remainder',
    'escrow-dispute-refund-keeps-remainder',
    'after a dispute the remainder of a refund goes nowhere',
    (note) => [
      transition('escrow', 'dispute', { also: (record) => note.add(record as Escrow) }),
      move('refunded', 'amount less refund', {
        what: (escrow) => (note.has(escrow) ? 0 : escrow.amount - (escrow.refundedAmount ?? escrow.amount)),
      }),
    ],
  ),
  noted(
    'escrow.refused-deeds-have-no-effect',
    'escrow-refused-cancel-takes-payment',
    'after a refused cancel a release pays the seller nothing',
    (note) => [
      answers('cancelEscrow', (reply, { record }) => {
        if (record?.kind === 'escrow' && reply.status >= 400) note.add(record);
        return reply;
      }),
      move('released', 'amount less fee', { what: (escrow) => (note.has(escrow) ? 0 : share(escrow)) }),
    ],
  ),
  mutant(
    'escrow.each-pays-its-own',
    'escrow-release-pays-all-that-is-held',
    'a release pays the seller all that is held for the wallet',
    move('released', 'amount less fee', {
      what: (escrow) => {
        const held = walletOf(escrow)?.heldMinor ?? share(escrow);
        return held - (escrow.feeAmount ?? 0);
      },
    }),
  ),
  mutant('escrow.full-refund-takes-no-fee', 'escrow-full-refund-pays-fee', 'a full refund pays the fee', (rules) => ({
    ...rules,
    moves: [
      ...rules.moves,
      {
        entering: 'refunded',
        what: ({ amount, refundedAmount, feeAmount }) => (refundedAmount === amount ? (feeAmount ?? 0) : 0),
        from: 'outside',
        to: 'feeWallet.available',
      },
    ],
  })),
  mutant(
    'escrow.refund-after-its-end',
    'escrow-refused-refund-takes-money',
    'a refused refund of a released escrow takes the money from the seller',
    answers('refundEscrow', (reply, { record }) => {
      const wallet = record?.kind === 'escrow' && record.status === 'released' ? walletOf(record) : undefined;
      if (wallet && record && reply.status === 409) wallet.availableMinor -= record.amount;
      return reply;
    }),
  ),
  mutant(
    'escrow.event-amounts',
    'escrow-event-amounts-in-whole-naira',
    'the amount of escrow.refunded is cut to whole naira',
    event('escrow.refunded', (carried) => ({
      ...carried,
      amountMinor: Math.floor(Number(carried.amountMinor) / 100) * 100,
    })),
  ),
  mutant(
    'escrow.event-amounts-with-fee',
    'escrow-refunded-event-less-fee',
    'the amount of escrow.refunded has the fee taken off',
    event('escrow.refunded', (carried, { feeAmount }) => ({
      ...carried,
      amountMinor: Number(carried.amountMinor) - Number(feeAmount ?? 0),
    })),
  ),
];

interface Note {
  add: (escrow: Escrow) => void;
  has: (escrow: Escrow) => boolean;
}

/** A mutant whose changes share a set of the escrows that took a certain transition. */
function noted(
  breaks: Mutant['breaks'],
  name: string,
  what: string,
  changes: (note: Note) => readonly Change[],
): Mutant {
  const escrows = new WeakSet<Escrow>();
  return mutant(
    breaks,
    name,
    what,
    ...changes({ add: (each) => void escrows.add(each), has: (each) => escrows.has(each) }),
  );
}

function share({ amount, feeAmount }: Escrow): number {
  return amount - (feeAmount ?? 0);
}

function walletOf({ merchant, sellerWalletId }: Escrow) {
  return merchant.environment.wallets.get(sellerWalletId);
}
