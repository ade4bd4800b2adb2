import type { RequirementId } from '../../../lib/interface/index.ts';

// The exact amounts paid to the seller and the fee wallet: odd ones and ones above 32 bits, for each way in which money leaves an escrow.

export interface Sum {
  /** In live, with wallets of that environment. */
  readonly live?: true;
  readonly id: RequirementId;
  readonly amount: number;
  readonly fee: number | null;
  readonly by: 'the merchant' | 'the buyer' | 'time' | 'a refund' | 'a refund after a dispute';
  /** The amount of the refund; null: a refund without `amount`. */
  readonly back?: number | null;
  /** Its money is held for a day before that: half of it funded and half of it disputed, where it is. */
  readonly held?: true;
}

export const released = 'escrow.release-pays-seller';
const refunded = 'escrow.refund-pays-remainder';
const disputed = 'escrow.dispute-refund-pays-remainder';

export const sums: readonly Sum[] = [
  { id: released, amount: 50_000, fee: null, by: 'the merchant' },
  { id: released, amount: 10_000, fee: null, by: 'the merchant' },
  { id: released, amount: 12_345_679, fee: null, by: 'the merchant' },
  { id: 'escrow.release-pays-large', amount: 2 ** 31 + 7, fee: null, by: 'the merchant' },
  { id: 'escrow.release-pays-large', amount: 2 ** 32 + 10_001, fee: null, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 50_000, fee: 1_500, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 10_001, fee: 333, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 10_007, fee: 1, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 10_000, fee: 9_999, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 2 ** 32 + 11_111, fee: 2 ** 31 + 13, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 100_003, fee: 50_003, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 99_999, fee: 2_879, by: 'the merchant' },
  { id: 'escrow.buyer-release-pays', amount: 33_331, fee: 777, by: 'the buyer' },
  { id: 'escrow.buyer-release-pays', amount: 10_002, fee: 10_001, by: 'the buyer' },
  { id: 'escrow.buyer-release-pays', amount: 44_447, fee: null, by: 'the buyer' },
  { id: 'escrow.auto-release-pays-seller', amount: 77_773, fee: null, by: 'time' },
  { id: 'escrow.auto-release-pays-fee', amount: 77_773, fee: 1_111, by: 'time' },
  { id: 'escrow.auto-release-pays-fee', amount: 10_004, fee: 10_003, by: 'time' },
  { id: refunded, amount: 10_001, fee: null, by: 'a refund', back: 1 },
  { id: refunded, amount: 50_003, fee: null, by: 'a refund', back: 50_002 },
  { id: refunded, amount: 50_003, fee: null, by: 'a refund', back: 50_003 },
  { id: refunded, amount: 100_003, fee: null, by: 'a refund', back: 28_999 },
  { id: refunded, amount: 49_999, fee: null, by: 'a refund', back: 12_345 },
  { id: refunded, amount: 33_331, fee: null, by: 'a refund', back: 33_330 },
  { id: refunded, amount: 50_000_000, fee: null, by: 'a refund', back: 12_345_678 },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_001, fee: 1_501, by: 'a refund', back: null },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_009, fee: 1_503, by: 'a refund', back: 50_009 },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_021, fee: 2_003, by: 'a refund after a dispute', back: null },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_023, fee: 2_011, by: 'a refund after a dispute', back: 50_023 },
  { held: true, id: 'escrow.release-pays-fee', amount: 60_013, fee: 1_607, by: 'the merchant' },
  { held: true, id: 'escrow.full-refund-takes-no-fee', amount: 60_017, fee: 1_609, by: 'a refund', back: null },
  {
    held: true,
    live: true,
    id: 'escrow.full-refund-takes-no-fee',
    amount: 60_029,
    fee: 1_613,
    by: 'a refund after a dispute',
    back: null,
  },
  { id: disputed, amount: 44_449, fee: null, by: 'a refund after a dispute', back: 11_113 },
  { id: disputed, amount: 44_449, fee: null, by: 'a refund after a dispute', back: null },
  { live: true, id: 'escrow.release-pays-fee', amount: 50_003, fee: 1_501, by: 'the merchant' },
  { live: true, id: 'escrow.release-pays-large', amount: 2 ** 31 + 7, fee: null, by: 'the merchant' },
  { live: true, id: 'escrow.buyer-release-pays', amount: 33_331, fee: 777, by: 'the buyer' },
  { live: true, id: 'escrow.auto-release-pays-fee', amount: 77_773, fee: 1_111, by: 'time' },
  { live: true, id: refunded, amount: 49_999, fee: null, by: 'a refund', back: 12_345 },
  { live: true, id: 'escrow.full-refund-takes-no-fee', amount: 50_001, fee: 1_501, by: 'a refund', back: null },
  { live: true, id: disputed, amount: 44_449, fee: null, by: 'a refund after a dispute', back: 11_113 },
];

/** The amount left for the seller's side. */
export const leftOf = ({ amount, back }: Sum) => (back === undefined ? amount : amount - (back ?? amount));

export function title({ live, amount, fee, by, back, held }: Sum): string {
  const ended = `${held ? 'held for a day, ' : ''}${back === undefined ? `released by ${by}` : `${by} of ${back ?? 'all'}`}`;
  return `${live ? 'live: ' : ''}${amount} kobo ${fee === null ? 'without a fee' : `with a fee of ${fee}`}, ${ended}`;
}
