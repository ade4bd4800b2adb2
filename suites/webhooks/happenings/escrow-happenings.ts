import { escrow, escrowOf, type Happening, onEscrow, refundEscrow, release } from './acts.ts';

const HOUR = 3_600;
const escrowBuyer = { sandbox: ['escrow-buyer'], live: ['escrow-buyer', 'wallets'] } as const;
const disputer = {
  sandbox: ['escrow-buyer', 'escrow-dispute'],
  live: ['escrow-buyer', 'escrow-dispute', 'wallets'],
} as const;

/** Like `moneyHappenings`, for escrows. */
export const escrowHappenings: readonly Happening[] = [
  {
    kind: 'escrow.funded',
    what: 'the buyer pays an escrow',
    ...escrowBuyer,
    begins: (actors) => escrow(actors, false),
    act: onEscrow(async ({ buyer, merchant }, made) => void (await buyer.funds(merchant, made))),
    movesOn: release,
    others: ['escrow.released'],
  },
  {
    kind: 'escrow.disputed',
    what: 'the buyer asks for the money back',
    ...disputer,
    begins: (actors) => escrow(actors, true),
    act: onEscrow(({ buyer, merchant }, made) => buyer.disputes(merchant, made)),
    movesOn: refundEscrow(() => ({})),
    others: ['escrow.funded', 'escrow.refunded'],
  },
  {
    kind: 'escrow.released',
    what: 'the merchant releases an escrow',
    ...escrowBuyer,
    begins: (actors) => escrowOf(actors),
    act: release,
    others: ['escrow.funded'],
  },
  {
    kind: 'escrow.released',
    what: 'the buyer releases an escrow',
    sandbox: ['escrow-buyer', 'escrow-buyer-release'],
    live: ['escrow-buyer', 'escrow-buyer-release', 'wallets'],
    begins: (actors) => escrowOf(actors),
    act: onEscrow(({ buyer, merchant }, made) => buyer.releases(merchant, made)),
    others: ['escrow.funded'],
  },
  {
    kind: 'escrow.released',
    what: 'an escrow is released by itself',
    sandbox: ['escrow-buyer', 'clock'],
    live: ['escrow-buyer', 'clock', 'wallets'],
    begins: (actors) => escrowOf(actors, 0, { autoReleaseHours: 2 }),
    after: 2 * HOUR,
    others: ['escrow.funded'],
  },
  {
    kind: 'escrow.refunded',
    what: 'an escrow is refunded',
    ...escrowBuyer,
    begins: (actors) => escrowOf(actors),
    act: refundEscrow(() => ({})),
    others: ['escrow.funded'],
  },
  {
    kind: 'escrow.refunded',
    what: 'a part of a disputed escrow is refunded',
    ...disputer,
    begins: async (actors) => {
      const subject = await escrowOf(actors, 30_011);
      await onEscrow(({ buyer, merchant }, made) => buyer.disputes(merchant, made))(actors, subject);
      return subject;
    },
    act: refundEscrow(({ amountMinor }) => ({ amount: amountMinor ?? 0 })),
    // Whether the seller's part of a partial refund has an `escrow.released` event is not stated.
    others: ['escrow.funded', 'escrow.disputed', 'escrow.released'],
  },
  {
    kind: 'escrow.cancelled',
    what: 'the merchant cancels an escrow',
    sandbox: [],
    live: ['wallets'],
    begins: (actors) => escrow(actors, false),
    act: onEscrow(({ merchant }, { reference }) => merchant.api.cancelEscrow(reference)),
    others: [],
  },
  {
    kind: 'escrow.cancelled',
    what: 'an escrow expires',
    sandbox: ['clock'],
    live: ['clock', 'wallets'],
    begins: (actors) => escrow(actors, false),
    after: 24 * HOUR,
    others: [],
  },
];
