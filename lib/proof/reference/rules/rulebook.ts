/**
 * The type of a rulebook: every rule of the service in one value. Tables correspond to those of the document; named functions hold what
 * tables cannot express. The service reads its rules from nowhere else.
 */
import type { IncomingMessage } from 'node:http';
import type { Body } from '../engine/body.ts';
import type { Clock } from '../engine/clock.ts';
import type { PageAnswer } from '../pages/layout.ts';
import type {
  AnyRecord,
  Checkout,
  Delivery,
  Environment,
  EnvironmentName,
  Escrow,
  Kind,
  Merchant,
  RateLimiter,
  Wallet,
  WalletLink,
} from './records.ts';
import type { EndpointName, FieldRule, FormName, Refused, Reply } from './requests.ts';
import type { AnyTimer, Details, EventName, EventRule, Machines, Move, RetryRule, Sum } from './states.ts';
import type { Decisions } from './tables/decisions.ts';

export interface Limits {
  requestsPerWindow: number;
  windowSeconds: number;
  idempotencyKeyLength: number;
  defaultAutoReleaseHours: number;
  linkRequests: number;
  linkWindowSeconds: number;
}

export interface EnvironmentRule {
  keyPrefix: string;
  merchantPrefix: string;
  /** Wallets that exist from the start. */
  wallets: readonly { walletId: string; holderName: string; balanceMinor: number }[];
}

export interface Functions {
  /** Returns the merchant of the given key and id; refuses by throwing. */
  authenticate: (service: Service, environment: Environment, header: Case['header']) => Merchant;
  rateLimiter: (limit: number, windowMs: number) => RateLimiter;
  sameRequest: (asked: Case) => string;
  maskName: (name: string) => string;
  matchBank: (name: string) => { code: string; name: string } | undefined;
  redirectTo: (returnUrl: string, reference: string, status: string) => string;
  signV1: (secret: string, rawBody: string) => string;
  signV2: (secret: string, timestamp: string, rawBody: string) => string;
  webhookHeaders: (
    rules: Rulebook,
    secret: string,
    timestamp: string,
    rawBody: string,
    delivery?: Delivery,
  ) => Record<string, string>;
  /** Called with the status of each attempt, before the attempt is listed. */
  acknowledges: (status: number, delivery?: Delivery) => boolean;
  /** Seconds from an unacknowledged attempt to the next; `attempt` is 1 for the first. Undefined: no further attempt. */
  nextAttempt: (retries: RetryRule, attempt: number, delivery: Delivery) => number | undefined;
  /** What is wrong with the card, or null. */
  cardRefusal: (environment: EnvironmentName, card: CardEntry, now: number) => string | null;
  mayPay: (escrow: Escrow, email: string | null) => boolean;
  linkOf: (merchant: Merchant, walletId: string) => WalletLink | undefined;
  /** The console's actions: set the webhook address, replace the webhook secret. */
  changeAddress: (merchant: Merchant, webhookUrl: string | null) => void;
  changeSecret: (merchant: Merchant, webhookSecret: string) => void;
  /** The console's list of deliveries, oldest first. */
  deliveryList: (deliveries: readonly Delivery[], merchant?: Merchant) => object[];
  /** The parts of a delivery that a resend has in common with it. */
  resent: (delivery: Delivery) => Pick<Delivery, 'eventId' | 'event' | 'reference' | 'payload'>;
  eventId: (newId: (prefix: string) => string) => string;
  /** The body of an event, as it is signed and sent. */
  payload: (event: Record<string, unknown>) => string;
  /** The body of attempt `attempt` (1 for the first), made from the event's payload. */
  attemptBody: (payload: string, attempt: number, delivery?: Delivery) => string;
  /** Called last with every answer of the interface and of its pages; null: answers are not changed. */
  finish: ((answer: Response, asked: IncomingMessage, clock: Clock) => Response | Promise<Response>) | null;
}

/** The hosted pages: what a buyer sees, and what the forms do. `refused`: why a form was refused. */
export interface Pages {
  showCheckout: (service: Service, checkout: Checkout, refused?: string | null) => PageAnswer;
  payCheckout: (service: Service, checkout: Checkout, form: URLSearchParams) => PageAnswer;
  showEscrow: (service: Service, escrow: Escrow, refused?: string | null) => PageAnswer;
  actOnEscrow: (service: Service, escrow: Escrow, form: URLSearchParams) => PageAnswer;
}

export interface CardEntry {
  number: string;
  expiry: string;
  cvv: string;
}

export interface Rulebook {
  limits: Limits;
  environments: Record<EnvironmentName, EnvironmentRule>;
  forms: Record<FormName, readonly FieldRule[]>;
  endpoints: readonly Endpoint[];
  guards: readonly Guard[];
  steps: readonly Step[];
  machines: Machines;
  timers: readonly AnyTimer[];
  sums: readonly Sum[];
  moves: readonly Move[];
  events: Record<EventName, EventRule>;
  retries: RetryRule;
  refusals: Record<
    'invalid' | 'wrongEnvironment' | 'rateLimited' | 'keyReused' | 'inProgress',
    Omit<Refused, 'message'>
  >;
  decisions: Decisions;
  functions: Functions;
  pages: Pages;
}

/** The running service: its rulebook and its dependencies. */
export interface Service {
  rules: Rulebook;
  clock: Clock;
  newId: (prefix: string) => string;
  environments: Record<EnvironmentName, Environment>;
  /** Takes the transition of the rulebook for this trigger; false if there is none from the present state. */
  fire: (record: AnyRecord, on: string, details?: Details) => boolean;
  /** Sends the payload of an earlier delivery again as a new delivery; false if there is no such delivery. */
  resend: (merchant: Merchant, deliveryId: string) => boolean;
  wallet: (environment: Environment, walletId: string) => Wallet | undefined;
}

export interface Endpoint {
  name: EndpointName;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The only environment with this endpoint; default: both. */
  only?: EnvironmentName;
  idempotencyKey?: 'required' | 'optional';
  takes?: FormName;
  /** The kind of the resource in the path; unknown ones are refused as in `decisions.unknown`. */
  about?: Kind;
  /** The answer and its status if the requested resource already exists. */
  already?: { finds: (asked: Case) => AnyRecord | undefined; status: number; shows: (shown: Shown) => unknown };
  does?: (asked: Case) => AnyRecord | undefined;
  status: number;
  shows: (shown: Shown) => unknown;
}

/** A condition under which a well-formed request is refused. */
export interface Guard {
  id: string;
  at: readonly EndpointName[];
  /** The only environment where it applies; default: both. */
  only?: EnvironmentName;
  words: string;
  refuses: (asked: Case) => boolean;
  status: number;
  code: string;
  message: (asked: Case) => string;
  /** Seconds for a `Retry-After` header. */
  retryAfter?: (asked: Case) => number;
}

/** A request of an authenticated merchant, as passed to steps, guards and actions. */
export interface Case {
  service: Service;
  environment: Environment;
  merchant: Merchant;
  endpoint: Endpoint;
  path: string;
  params: Record<string, string>;
  header: (name: string) => string | undefined;
  raw: Buffer;
  body: Body;
  /** The resource in the path. */
  record: AnyRecord | undefined;
  /** The checkout that a refund refers to. */
  payment: Checkout | undefined;
}

export interface Shown {
  asked: Case;
  record: AnyRecord | undefined;
}

/** One step of every request: it returns a reply, refuses by throwing a Refusal, or calls `next`. */
export type Step = (asked: Case, next: () => Reply | Promise<Reply>) => Reply | Promise<Reply>;
