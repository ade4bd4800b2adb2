export { type Gap, inWords } from './gaps.ts';
export { type Errors, History } from './history.ts';
export { begin, type Found, finish, type Identity, JournalError, lookAt, setAside } from './identity.ts';
export { Journal, type JournalOptions } from './journal.ts';
