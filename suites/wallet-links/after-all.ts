import { afterAllEndsTable } from '../support/after-all-table.ts';

// Links that are decided, asked for again with their linkRef more than a day later.

const needs = ['wallets'] as const;
const once = 'wallet-link.end-told-once';

afterAllEndsTable(
  [
    {
      what: 'a link revoked by its merchant',
      ids: ['wallet-link.revoked-is-final'],
      status: 'REVOKED',
      needs,
      once,
      never: ['wallet.link.rejected', 'wallet.link.expired'],
    },
    {
      what: 'an approved link',
      ids: ['wallet-link.approved-stays'],
      status: 'APPROVED',
      needs,
      once,
      never: ['wallet.link.revoked', 'wallet.link.expired'],
    },
  ],
  ['status'],
);
