import { checkoutTables } from './checkouts.ts';
import { endpointsAndKeys, waysToBeWrong } from './credentials.ts';
import { answersByAttempt, consoleByState } from './deliveries.ts';
import { refusalsAndEffects } from './effects.ts';
import { escrowMoneyTable, escrowStateTable } from './escrows.ts';
import { pagesBySituation } from './hosted-pages.ts';
import { postsAndKeys } from './idempotency.ts';
import { requestsAndLimit } from './limits.ts';
import { refusalTables } from './refusals.ts';
import { settlementTables } from './settlements.ts';
import type { CoverageTable } from './table.ts';
import { walletLinkStateTable } from './wallet-links.ts';
import { eventsByKind } from './webhooks.ts';

export { type Cell, type CoverageTable, coverageTable, type Excluded, excluded } from './table.ts';

/** Every table of combinations, in the order of the interface. `docs/coverage.md` shows them. */
export const coverageTables: readonly CoverageTable[] = [
  ...checkoutTables,
  ...settlementTables,
  ...refusalTables,
  escrowStateTable,
  escrowMoneyTable,
  walletLinkStateTable,
  eventsByKind,
  answersByAttempt,
  consoleByState,
  pagesBySituation,
  endpointsAndKeys,
  waysToBeWrong,
  postsAndKeys,
  refusalsAndEffects,
  requestsAndLimit,
];
