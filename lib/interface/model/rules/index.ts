import type { Rule } from '../model-object.ts';
import type { ModelState } from '../model-state.ts';
import { ListedBanks } from './banks.ts';
import { EventsWithoutObject } from './events/events-without-object.ts';
import { LinkedSellers } from './linked-sellers.ts';
import { Accounts } from './money/accounts.ts';
import { Wallets } from './money/wallets.ts';
import { RateLimit } from './rate-limit.ts';
import { KnownRefs } from './records/known-refs.ts';
import { RightRequests } from './requests/right-requests.ts';
import { WalletBalances } from './wallets/balances.ts';
import { HolderNames } from './wallets/holder-names.ts';
import { LinkRequests } from './wallets/link-requests.ts';

/** The rules about more than the state of one object. */
export const rules: readonly (new (model: ModelState) => Rule)[] = [
  ...[WalletBalances, LinkedSellers, Accounts, Wallets, RightRequests, KnownRefs],
  ...[HolderNames, LinkRequests, EventsWithoutObject, RateLimit, ListedBanks],
];
