import { afterAllEndsTable } from '../../support/after-all/table.ts';

// Escrows that have ended, also at the time of what would have been their automatic release.

const time = 'escrow.outlasts-time';
const once = 'escrow.end-told-once';
const paid = ['escrow-buyer'] as const;

afterAllEndsTable(
  [
    {
      what: 'an escrow refunded after a dispute',
      ids: ['escrow.dispute-only-when-funded', 'escrow.refunded-is-final', time],
      status: 'refunded',
      needs: [...paid, 'escrow-dispute'],
      once,
      never: ['escrow.released', 'escrow.cancelled'],
    },
    {
      what: 'an escrow released by its buyer',
      ids: ['escrow.buyer-release-only-when-funded', 'escrow.released-is-final', time],
      status: 'released',
      needs: [...paid, 'escrow-buyer-release'],
      once,
      never: ['escrow.disputed', 'escrow.refunded', 'escrow.cancelled'],
    },
    {
      what: 'an escrow released by itself',
      ids: ['escrow.released-is-final', time],
      status: 'released',
      needs: paid,
      once,
      never: ['escrow.disputed', 'escrow.refunded', 'escrow.cancelled'],
    },
    {
      what: 'an escrow released by its merchant',
      ids: ['escrow.released-is-final', time],
      status: 'released',
      needs: paid,
      once,
      never: ['escrow.disputed', 'escrow.refunded', 'escrow.cancelled'],
    },
    {
      what: 'an escrow refunded in part',
      ids: ['escrow.refunded-is-final', time],
      status: 'refunded',
      needs: paid,
      once,
      never: ['escrow.cancelled', 'escrow.disputed'],
    },
    {
      what: 'an escrow that was cancelled',
      ids: ['escrow.cancelled-is-final', time],
      status: 'cancelled',
      once,
      never: ['escrow.funded', 'escrow.released', 'escrow.refunded', 'escrow.disputed'],
    },
    {
      what: 'an expired escrow',
      ids: ['escrow.expired-is-final', time],
      status: 'expired',
      once,
      never: ['escrow.funded', 'escrow.released', 'escrow.refunded', 'escrow.disputed'],
    },
  ],
  ['status'],
);
