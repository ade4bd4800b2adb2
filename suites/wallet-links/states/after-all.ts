import type { EventKind } from '../../../lib/interface/index.ts';
import { afterAllEndsTable } from '../../support/after-all/table.ts';

// Links that are decided, and everything that may be tried with them at once, an hour and more than a day later.

const once = 'wallet-link.end-told-once';
const kinds = ['approved', 'rejected', 'expired', 'revoked'] as const;

/** Every kind of link event except these. */
const allBut = (...had: readonly (typeof kinds)[number][]): EventKind[] =>
  kinds.filter((kind) => !had.includes(kind)).map((kind): EventKind => `wallet.link.${kind}`);

const needs = ['wallets'] as const;
const byOwner = ['wallets', 'wallet-owner'] as const;

afterAllEndsTable(
  [
    {
      what: 'a link revoked by its merchant',
      ids: ['wallet-link.revoked-is-final'],
      status: 'REVOKED',
      needs,
      once,
      never: allBut('approved', 'revoked'),
    },
    {
      what: 'a link unlinked by its owner',
      ids: ['wallet-link.revoked-is-final'],
      status: 'REVOKED',
      needs: byOwner,
      once,
      never: allBut('approved', 'revoked'),
    },
    {
      what: 'a rejected link',
      ids: ['wallet-link.rejected-is-final'],
      status: 'REJECTED',
      needs,
      once,
      never: allBut('rejected'),
    },
    {
      what: 'a link declined by its owner',
      ids: ['wallet-link.rejected-is-final'],
      status: 'REJECTED',
      needs: byOwner,
      once,
      never: allBut('rejected'),
    },
    {
      what: 'an expired link',
      ids: ['wallet-link.expired-is-final'],
      status: 'EXPIRED',
      needs,
      once,
      never: allBut('expired'),
    },
    {
      what: 'an approved link',
      ids: ['wallet-link.approved-stays'],
      status: 'APPROVED',
      needs,
      once,
      never: allBut('approved'),
    },
  ],
  ['status'],
);
