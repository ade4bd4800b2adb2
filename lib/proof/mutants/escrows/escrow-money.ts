/** Defects of the money that moves with an escrow. */
import { move, timer } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const byItself = new WeakSet<object>();

export const escrowMoneyMutants: readonly Mutant[] = [
  mutant(
    'escrow.release-pays-seller',
    'escrow-release-pays-no-seller',
    'release pays the seller nothing',
    move('released', 'amount less fee', { to: 'outside' }),
  ),
  mutant(
    'escrow.release-pays-seller',
    'escrow-release-forgets-fee',
    'the seller gets the amount without the fee taken off',
    move('released', 'amount less fee', { what: 'amount' }),
  ),
  mutant(
    'escrow.release-pays-seller',
    'escrow-release-takes-fee-twice',
    'the fee is taken off twice',
    move('released', 'amount less fee', { what: ({ amount, feeAmount }) => amount - 2 * (feeAmount ?? 0) }),
  ),
  mutant(
    'escrow.release-pays-fee',
    'escrow-release-pays-no-fee',
    'the fee goes nowhere',
    move('released', 'fee', { to: 'outside' }),
  ),
  mutant(
    'escrow.release-pays-fee',
    'escrow-fee-goes-to-seller',
    'the fee goes to the seller',
    move('released', 'fee', { to: 'seller.available' }),
  ),
  mutant(
    'escrow.release-pays-fee',
    'escrow-fee-one-kobo-less',
    'the fee wallet gets one kobo less',
    move('released', 'fee', { what: ({ feeAmount }) => Math.max(0, (feeAmount ?? 0) - 1) }),
  ),
  mutant(
    'escrow.auto-release-pays-seller',
    'escrow-automatic-release-pays-nobody',
    'an automatic release pays the seller nothing',
    move('released', 'amount less fee', {
      what: (escrow) => (byItself.has(escrow) ? 0 : escrow.amount - (escrow.feeAmount ?? 0)),
    }),
    noteAutomatic(),
  ),
  mutant(
    'escrow.refund-pays-remainder',
    'escrow-partial-refund-keeps-remainder',
    'the remainder of a partial refund goes nowhere',
    move('refunded', 'amount less refund', { to: 'outside' }),
  ),
  mutant(
    'escrow.refund-pays-remainder',
    'escrow-refund-pays-seller-all',
    'a refund pays the seller the refunded amount',
    move('refunded', 'amount less refund', { what: 'refund' }),
  ),
];

/** Records the escrows that are released automatically: the timer calls `on` just before it fires. */
function noteAutomatic(): Change {
  return timer('escrow', 'funded', {
    on: ((escrow: object) => {
      byItself.add(escrow);
      return 'no report in time';
    }) as never,
  });
}
