/** Everything that suites import. */
import './wire/schemas.ts';

export { Blocked, NotExercised } from '../engine/checks/outcome.ts';
export { came, raw } from '../engine/checks/raw.ts';
export type { Body, CallOptions, Exchange } from '../engine/http/index.ts';
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
} from '../engine/predicates/index.ts';
export { timeOfDay } from '../engine/time/clock.ts';
export { parseInstant } from '../engine/time/instant.ts';
export type { Answer } from '../engine/webhooks/server.ts';
export type { Received } from '../engine/webhooks/signature.ts';
export { availablePaths, watchBalance } from './actors/balance.ts';
export { banksIn, unknownBank } from './actors/banks.ts';
export { actingEndpoints, type Call, type Endpoint, endpointTable, expectUntouched } from './actors/calls.ts';
export { type Created, created, field, type Merchant, summary } from './actors/merchant.ts';
export type { Link, Wallet } from './actors/wallets.ts';
export { captured, signatures } from './actors/webhooks.ts';
export { type CheckOptions, check, checks, movingLiveMoney, observation } from './checks.ts';
export { type CheckContext, shared } from './context.ts';
export { inLive, needsInLive } from './in-live.ts';
export { CUT_OFF, type CutOff as CutOffRequest } from './model/events.ts';
export type { Capability, Duration, RequirementId } from './register/index.ts';
export { amountsSaid } from './wire/amounts-said.ts';
export type { EventKind } from './wire/codes.ts';
export { isEventKind } from './wire/event-kinds.ts';
export { integersIn } from './wire/integers.ts';
export { textsIn, wordsInFull, wordsOf } from './wire/visible-names.ts';
