/** Defects of commissions: when they are booked, and of which escrows. */
import type { Escrow } from '../../reference/rules/records.ts';
import { HOUR, onFire } from '../blind/ways.ts';
import { move } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

/** Seconds from a payment to the job that books its commission. */
const JOB = 6 * HOUR;
/** What ends within this time is booked together. */
const BATCH_MS = 5_000;
const MINUTE_MS = 60_000;

/** The job books the commissions of the escrows that are paid, and a release pays the seller what is left. */
function bookedByAJob(): Change {
  const booked = new WeakSet<Escrow>();
  const open = new Set(['funded', 'disputed']);
  return all(
    onFire((fire, service) => (record, on, details) => {
      const done = fire(record, on, details);
      if (!done || on !== 'pay' || record.kind !== 'escrow' || record.feeAmount === null) return done;
      const { feeAmount } = record;
      service.clock.schedule(service.clock.now() + JOB * 1_000, () => {
        const feeWallet = service.wallet(record.merchant.environment, record.feeWalletId ?? '');
        if (!open.has(record.status) || feeWallet === undefined) return;
        booked.add(record);
        feeWallet.availableMinor += feeAmount;
      });
      return done;
    }),
    move('released', 'fee', { what: (escrow) => (booked.has(escrow) ? 0 : (escrow.feeAmount ?? 0)) }),
  );
}

/** A run of the job books the commissions of all escrows with the same fee wallet that have ended since the one before, however they ended. */
function bookedForWhateverEnded(): Change {
  const released = new Map<string, number>();
  return onFire((fire, service) => (record, on, details) => {
    const done = fire(record, on, details);
    if (!done || record.kind !== 'escrow' || record.feeWalletId === null) return done;
    const now = service.clock.now();
    if (on === 'release') released.set(record.feeWalletId, now);
    const last = released.get(record.feeWalletId);
    const feeWallet = service.wallet(record.merchant.environment, record.feeWalletId);
    if (on === 'refund' && last !== undefined && now - last < BATCH_MS && feeWallet)
      feeWallet.availableMinor += record.feeAmount ?? 0;
    return done;
  });
}

/** What comes within this time came at once. */
const AT_ONCE_MS = 250;

/** Each payment notes its commission before the state is looked at, and the release books all that is noted. */
function notedByEachPayment(): Change {
  const payments = new WeakMap<Escrow, number>();
  const noted = (escrow: Escrow) => (escrow.feeAmount ?? 0) * (payments.get(escrow) ?? 1);
  return all(
    onFire((fire, service) => (record, on, details) => {
      const paidAt = record.kind === 'escrow' && on === 'pay' ? record.paidAt : null;
      if (record.kind === 'escrow' && paidAt !== null && service.clock.now() - Date.parse(paidAt) < AT_ONCE_MS)
        payments.set(record, (payments.get(record) ?? 1) + 1);
      return fire(record, on, details);
    }),
    move('released', 'amount less fee', { what: (escrow) => escrow.amount - noted(escrow) }),
    move('released', 'fee', { what: noted }),
  );
}

/** Each release books the commission before the state is looked at; one that comes too late gives it back only after a while. */
function bookedByEachRelease(): Change {
  const releasedAt = new WeakMap<Escrow, number>();
  return onFire((fire, service) => (record, on, details) => {
    const done = fire(record, on, details);
    if (record.kind !== 'escrow' || on !== 'release') return done;
    const now = service.clock.now();
    if (done) releasedAt.set(record, now);
    const feeWallet = service.wallet(record.merchant.environment, record.feeWalletId ?? '');
    if (!done && feeWallet && now - (releasedAt.get(record) ?? 0) < AT_ONCE_MS)
      feeWallet.availableMinor += record.feeAmount ?? 0;
    return done;
  });
}

/** In live the available money of a wallet is read from a cache of a minute, and what is written is what was read and the new sum. */
function liveBalanceFromTheCache(): Change {
  const read = new WeakMap<object, { at: number; available: number }>();
  return onFire((fire, service) => (record, on, details) => {
    if (record.kind !== 'escrow' || on !== 'release' || record.merchant.environment.name !== 'live')
      return fire(record, on, details);
    const seller = service.wallet(record.merchant.environment, record.sellerWalletId);
    const now = service.clock.now();
    if (seller) {
      const cached = read.get(seller);
      if (cached && now - cached.at < MINUTE_MS) seller.availableMinor = cached.available;
      else read.set(seller, { at: now, available: seller.availableMinor });
    }
    return fire(record, on, details);
  });
}

export const feeMutants: readonly Mutant[] = [
  mutant(
    'escrow.full-refund-takes-no-fee',
    'escrow-fee-booked-hours-after-payment',
    'a job books the commission of what has been paid six hours before, and not with the release: the fee wallet has it while the money is held, and keeps it when the escrow is refunded',
    bookedByAJob(),
  ),
  mutant(
    'escrow.full-refund-takes-no-fee',
    'escrow-fees-booked-for-whatever-ended',
    'commissions are booked in batches, for all escrows that have ended with a release within the same seconds: those that were refunded then pay one too',
    bookedForWhateverEnded(),
  ),
  mutant(
    'escrow.release-pays-seller',
    'escrow-fee-noted-by-each-payment',
    'a payment notes its commission before it looks whether the escrow is paid: of an escrow that two have paid at once, the release takes the fee twice',
    notedByEachPayment(),
  ),
  mutant(
    'escrow.one-end-at-once',
    'escrow-fee-booked-by-each-release-at-once',
    'a release books the commission before it looks at the state: of two at once one is refused, and the fee wallet has the commission twice',
    bookedByEachRelease(),
  ),
  mutant(
    'escrow.each-pays-its-own',
    'escrow-live-releases-from-a-cached-balance',
    'in live what a wallet has is cached for a minute, and a release writes what it read plus its own: of two releases to one wallet within a minute the first is lost',
    liveBalanceFromTheCache(),
  ),
];
