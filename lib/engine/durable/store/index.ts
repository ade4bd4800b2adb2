export { DeliveryStore } from './delivery-store.ts';
export { formatGap, type Gap } from './gaps.ts';
export { type ErrorCodec, History } from './history.ts';
export { begin, discard, type Found, finish, type Identity, lookAt, RunStoreError, setAside } from './identity.ts';
export type { LedgerOptions, RunStoreOptions } from './ledger.ts';
export { type EvidenceLine, RunStore } from './run-store.ts';
