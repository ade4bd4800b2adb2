import { coverageTable, excluded } from './table.ts';

const noRow = excluded(
  'The table has no such row, and whether DELETE or unlinking withdraws a pending request is looked at by an observation.',
);
const first = excluded('A link is the newer one only where an older one is pending: see the row of the older one.');

type Final =
  | 'wallet-link.approved-stays'
  | 'wallet-link.rejected-is-final'
  | 'wallet-link.expired-is-final'
  | 'wallet-link.revoked-is-final'
  | 'wallet-link.owner-changes-no-end';

const over = <const Id extends Final>(id: Id) =>
  ({
    approve: id,
    reject: id,
    DELETE: id,
    'owner approves': 'wallet-link.owner-changes-no-end',
    'owner declines': 'wallet-link.owner-changes-no-end',
    'owner unlinks': 'wallet-link.owner-changes-no-end',
    'time passes': 'wallet-link.outlasts-time',
    'newer request': ['wallet-link.asked-anew', id],
    'same linkRef': ['wallet-link.known-ref-later', id],
    'wallet balance': 'wallet.balance-after-all',
    events: 'wallet-link.end-told-once',
  }) as const;

export const walletLinkStateTable = coverageTable({
  title: 'Wallet link: state and what is tried',
  source: 'States and transitions, Wallet link',
  axes: ['state, and the way there', 'what is tried'],
  cells: {
    PENDING: {
      approve: 'wallet-link.approved',
      reject: 'wallet-link.rejected',
      DELETE: 'wallet-link.delete-while-pending',
      'owner approves': 'wallet-link.decided-by-owner',
      'owner declines': 'wallet-link.decided-by-owner',
      'owner unlinks': noRow,
      'time passes': ['wallet-link.expires', 'wallet-link.expires-at-agrees', 'wallet-link.end-not-put-off'],
      'newer request': ['wallet-link.newer-cancels-older', 'wallet-link.newer-cancels-for-good'],
      'same linkRef': 'wallet-link.known-ref',
      'wallet balance': 'wallet.balance-unapproved',
      events: 'wallet-link.refused-has-no-effect',
    },
    'PENDING, cancelled by a newer request': {
      approve: 'wallet-link.newer-cancels-for-good',
      reject: 'wallet-link.newer-cancels-for-good',
      DELETE: 'wallet-link.newer-cancels-for-good',
      'owner approves': 'wallet-link.owner-changes-no-end',
      'owner declines': 'wallet-link.owner-changes-no-end',
      'owner unlinks': 'wallet-link.owner-changes-no-end',
      'time passes': 'wallet-link.newer-cancels-for-good',
      'newer request': first,
      'same linkRef': 'wallet-link.newer-cancels-for-good',
      'wallet balance': 'escrow.wallet-not-linked-otherwise',
      events: 'wallet-link.superseded-status',
    },
    APPROVED: {
      ...over('wallet-link.approved-stays'),
      DELETE: 'wallet-link.revoked',
      'owner unlinks': 'wallet-link.revoked-by-owner',
      'time passes': ['wallet-link.approved-does-not-expire', 'wallet-link.outlasts-time'],
    },
    REJECTED: over('wallet-link.rejected-is-final'),
    EXPIRED: over('wallet-link.expired-is-final'),
    'REVOKED by the merchant': over('wallet-link.revoked-is-final'),
    'REVOKED by its owner': over('wallet-link.owner-changes-no-end'),
  },
});
