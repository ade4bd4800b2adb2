export { type Gap, inWords } from './gaps.ts';
export { type Errors, History } from './history.ts';
export { begin, discard, type Found, finish, type Identity, JournalError, lookAt, setAside } from './identity.ts';
export { Journal } from './journal.ts';
export type { JournalOptions, LedgerOptions } from './ledger.ts';
export { WebhookJournal } from './webhook-journal.ts';
