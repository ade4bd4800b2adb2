/** The words that suites are written in. */
export type { Answer } from '../capture/server.ts';
export type { Body, CallOptions, Exchange } from '../client/index.ts';
export type { EventKind } from '../contract/codes.ts';
export { parseInstant } from '../contract/time.ts';
export {
  bodyText,
  type DeliveryView,
  derivation,
  difference,
  differentOf,
  distinct,
  type ExchangeView,
  expect,
  header,
  instant,
  instantInSeconds,
  isView,
  of,
  part,
  partOf,
  readIn,
  schemeOf,
  signaturesOf,
  Traced,
  timestamp,
  withStatus,
} from '../predicates/index.ts';
export { availablePaths, watchBalance } from './balance.ts';
export { banksIn } from './banks.ts';
export { observation, requirement } from './define.ts';
export { type Given, shared } from './given.ts';
export { integersIn } from './integers.ts';
export { type Created, created, field, type Merchant, summary } from './merchant.ts';
export { Blocked, NotExercised } from './outcome.ts';
export { came, raw } from './raw.ts';
export type { Link, Wallet } from './wallets.ts';
export { captured, type Received, signatures } from './webhooks.ts';
