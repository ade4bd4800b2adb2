/** Escrows: other ways to their end, links that changed since, and who counts as the buyer. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { event, functions, guard, move, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, inTime } from '../ways.ts';

const BOOKING_MS = 30;
const DISPUTE_LAPSES_SECONDS = 14 * DAY;

function hasApprovedLink({ merchant, sellerWalletId }: Escrow): boolean {
  return [...merchant.links.values()].some(
    ({ walletId, status }) => walletId === sellerWalletId && status === 'APPROVED',
  );
}

function withoutTag(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}

function wholeAmountAfterDispute(): Change {
  const disputed = new WeakSet<object>();
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    event('escrow.refunded', (carried, record) =>
      disputed.has(record) ? { ...carried, amountMinor: record.amount } : carried,
    ),
  );
}

/** A release reads the balance of the fee wallet, adds the fee and writes the sum later: it loses what others credit in between. */
function feesOverwriteEachOther(): Change {
  const booked = new WeakSet<Escrow>();
  return all(
    also('escrow', 'release', (escrow) => {
      const { feeAmount, feeWalletId, sellerWalletId } = escrow;
      const wallet = escrow.merchant.environment.wallets.get(feeWalletId ?? '');
      if (wallet === undefined || feeAmount === null || feeWalletId === sellerWalletId) return;
      booked.add(escrow);
      const after = wallet.availableMinor + feeAmount;
      setTimeout(() => {
        wallet.availableMinor = after;
      }, BOOKING_MS);
    }),
    move('released', 'fee', {
      what: (escrow) => (booked.has(escrow) ? 0 : (escrow.feeAmount ?? 0)),
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.releases-by-itself',
      'blind30-automatic-release-asks-for-the-link-again',
      'with linked wallets required, the automatic release looks for the approved link once more: where it was unlinked after the payment, the escrow stays funded',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) =>
          escrow.merchant.requireLinkedWallets && !hasApprovedLink(escrow) ? 'no link' : 'no report in time',
      }),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refunded',
      'blind30-partial-refund-leaves-a-remainder',
      'a refund with `amount` has to leave something for the seller: one of exactly the amount of the escrow is refused',
      guard('escrow.refund-above-amount', {
        refuses: ({ record, body }) => (body.integer('amount') ?? 0) >= (record?.amount ?? 0),
      }),
    ),
  ),
  against(
    'buyer.email | string | no | If set, only the wallet account with that e-mail can pay',
    mutant(
      'escrow.buyer-email-restricts',
      'blind30-tag-of-an-address-does-not-count',
      'what follows a `+` in the name of an address is dropped on both sides: an escrow for `ada+shop@example.com` can be paid by the account `ada@example.com`',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) =>
          buyerEmail === null || (email !== null && withoutTag(buyerEmail) === withoutTag(email)),
      })),
    ),
  ),
  against(
    'funded | buyer files a refund request | | disputed | release is paused; `escrow.disputed`',
    mutant(
      'escrow.dispute-pauses-release',
      'blind30-dispute-lapses-after-two-weeks',
      'a dispute about which nothing happens for 14 days is dropped, and the escrow is released to the seller',
      inTime('escrow', { from: 'disputed', to: 'released', sends: 'escrow.released' }, DISPUTE_LAPSES_SECONDS),
    ),
  ),
  against(
    'escrow.refunded | Money went back to the buyer; amountMinor is what the buyer got',
    mutant(
      'escrow.event-amounts',
      'blind30-refund-after-a-dispute-tells-the-whole',
      '`escrow.refunded` of an escrow that was disputed has the whole amount of the escrow, although the buyer got a part',
      wholeAmountAfterDispute(),
    ),
  ),
  against(
    '`escrow.released`; seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.release-pays-fee',
      'blind30-fees-at-once-overwrite-each-other',
      'the fee is added to the balance of the fee wallet as it was read a moment before: of two releases at once with one fee wallet a single fee is left',
      feesOverwriteEachOther(),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind30-buyer-gets-whole-naira',
      'the part of a partial refund is rounded down to whole naira: the kobo go to the seller',
      coerces('refundEscrow', 'amount', (amount) =>
        typeof amount === 'number' && Number.isInteger(amount) && amount >= 100 ? amount - (amount % 100) : amount,
      ),
    ),
  ),
];
