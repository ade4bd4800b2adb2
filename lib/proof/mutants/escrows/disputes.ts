/** Defects of disputes: what one does to other escrows, and what else ends it or keeps it from being opened. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Escrow } from '../../reference/rules/records.ts';
import { onFire, whenRefused } from '../blind/ways.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before, isAt } from '../steps.ts';

function disputedOf({ merchant, sellerWalletId }: Escrow): Escrow[] {
  return [...merchant.records.escrow.values()].filter(
    (each) => each.sellerWalletId === sellerWalletId && each.status === 'disputed',
  );
}

/** A request about an escrow that was refused leaves its lock, and no dispute is opened while it is there. */
function lockedByRefusals(): Change {
  const locked = new WeakSet<Escrow>();
  return all(
    whenRefused(['cancelEscrow', 'refundEscrow'], ({ record }) => {
      if (record?.kind === 'escrow') locked.add(record);
    }),
    onFire((fire) => (record, on, details) => {
      if (on === 'dispute' && record.kind === 'escrow' && locked.has(record)) return false;
      return fire(record, on, details);
    }),
  );
}

/** There is one refund request of an escrow, also where it was refused. */
function filedInVain(): Change {
  const filed = new WeakSet<Escrow>();
  return onFire((fire) => (record, on, details) => {
    if (on !== 'dispute' || record.kind !== 'escrow') return fire(record, on, details);
    if (filed.has(record)) return false;
    filed.add(record);
    return fire(record, on, details);
  });
}

export const disputeMutants: readonly Mutant[] = [
  mutant(
    'escrow.stays-until-its-turn',
    'escrow-refund-decides-all-disputes-of-the-seller',
    'a dispute is a case of buyer and seller: the refund of one disputed escrow closes the case, and the others of the seller are funded again',
    onFire((fire) => (record, on, details) => {
      const wasDisputed = record.status === 'disputed';
      const done = fire(record, on, details);
      if (done && wasDisputed && on === 'refund' && record.kind === 'escrow')
        for (const other of disputedOf(record)) other.status = 'funded';
      return done;
    }),
  ),
  mutant(
    'escrow.released',
    'escrow-dispute-holds-up-releases-to-the-seller',
    'while one escrow of a seller is disputed, release of any other to the same wallet is refused with 409',
    before('act', (asked, next) => {
      const { record, service } = asked;
      if (isAt(asked, 'releaseEscrow') && record?.kind === 'escrow' && disputedOf(record).length > 0)
        throw new Refusal(service.rules.decisions.wrongState, 'the seller has an open dispute');
      return next();
    }),
  ),
  mutant(
    'escrow.disputed',
    'escrow-refused-request-keeps-its-lock',
    'a cancel or a refund that is refused leaves the lock that it took: the buyer can no longer ask for a refund',
    lockedByRefusals(),
  ),
  mutant(
    'escrow.dispute-pauses-release',
    'escrow-page-withdraws-the-dispute',
    'the page of an escrow begins where the buyer has paid: whoever opens it while it is disputed takes the dispute back',
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        if (escrow.status === 'disputed') escrow.status = 'funded';
        return showEscrow(service, escrow, refused);
      },
    })),
  ),
  mutant(
    'escrow.disputed',
    'escrow-dispute-in-vain-counts-as-filed',
    'a refund request is kept before the state is looked at: a buyer who asks before the payment, in vain, cannot ask once it is paid',
    filedInVain(),
  ),
];
