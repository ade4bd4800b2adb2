import type { Rating } from '../../engine/evidence/certificate.ts';
import type { Duration } from '../../engine/time/duration.ts';

export type { Duration };

/** Defaults for all entries of a chapter. */
export interface ChapterFacts {
  /** How severe it is for a merchant when an implementation breaks one of its requirements. */
  readonly rating: Rating;
  /** How many requests one of its checks makes on average, preparations included; counted in runs over the embedded reference. */
  readonly requests: number;
}

/** The chapters of a certificate, in the order in which it lists them. */
export const chapterFacts = {
  checkouts: { rating: { severity: 'critical', because: 'buyers pay here' }, requests: 1.3 },
  refunds: { rating: { severity: 'critical', because: 'money goes back to buyers' }, requests: 2.3 },
  payouts: { rating: { severity: 'critical', because: 'money leaves for good' }, requests: 1.3 },
  escrows: { rating: { severity: 'critical', because: 'money is held for others' }, requests: 2.5 },
  accounts: { rating: { severity: 'normal', because: 'a wrong answer is seen before money moves' }, requests: 1.5 },
  banks: { rating: { severity: 'normal', because: 'a wrong answer is seen before money moves' }, requests: 0.2 },
  balance: { rating: { severity: 'critical', because: 'merchants pay out by it' }, requests: 6.8 },
  'wallet-links': {
    rating: { severity: 'normal', because: 'consent to look at a wallet; no money moves' },
    requests: 1.9,
  },
  webhooks: {
    rating: { severity: 'critical', because: 'they are the source of truth for money events' },
    requests: 0.6,
  },
  authentication: { rating: { severity: 'blocker', because: 'whoever gets in can move money' }, requests: 3.4 },
  environments: { rating: { severity: 'critical', because: 'tests and real money must stay apart' }, requests: 2.3 },
  idempotency: { rating: { severity: 'critical', because: 'without it a repeated request pays twice' }, requests: 4.9 },
  errors: { rating: { severity: 'normal', because: 'programs have to understand a refusal' }, requests: 3.1 },
  'rate-limit': { rating: { severity: 'normal', because: 'it slows down, and loses nothing' }, requests: 100 },
  'hosted-pages': { rating: { severity: 'critical', because: 'buyers pay here' }, requests: 1.6 },
  versioning: {
    rating: { severity: 'normal', because: 'an address that is not there is noticed at once' },
    requests: 0.4,
  },
} as const satisfies Record<string, ChapterFacts>;

export type Chapter = keyof typeof chapterFacts;

export const chapters = Object.keys(chapterFacts) as readonly Chapter[];

/** Why a requirement weighs more or less than its chapter. */
export const weights = {
  'paid-twice': {
    severity: 'blocker',
    because: 'money is paid out, paid back or taken twice, or more of it than there is',
  },
  forgery: { severity: 'blocker', because: 'anybody could forge, or a payment be believed that never came' },
  'held-money': { severity: 'blocker', because: 'held money would be free, or go to the wrong side' },
  'others-property': {
    severity: 'blocker',
    because: 'one merchant or environment would see or move what belongs to another',
  },
  texts: { severity: 'minor', because: 'only what people read, or a limit that is met rarely' },
  'wrong-requests': {
    severity: 'normal',
    because: 'a request that is wrong is refused, or not; no money is wrong',
  },
} as const satisfies Record<string, Rating>;

/** What a check may need beyond a sandbox merchant and plain HTTP, each with the reason shown to users when it is missing. */
export const capabilities = {
  buyer: 'no buyer who can pay a checkout: neither control nor a browser on the hosted page',
  'payment-failure': 'no way to make a payment fail: control does not offer it',
  webhooks: 'no webhooks: the target has no address under which it reaches the capture server',
  'other-merchant': 'no second sandbox merchant: neither given by settings nor made through control',
  live: 'no live environment: no live base address and live merchant',
  'other-live-merchant': 'no second live merchant: control does not make live merchants',
  'live-buyer': 'no buyer who can pay a checkout in the live environment',
  'escrow-buyer': 'no buyer who can pay an escrow: neither control nor a browser on the hosted page',
  'escrow-buyer-email': 'no way to let the wallet account of a chosen e-mail address try to pay an escrow',
  'escrow-dispute': 'no way to let a buyer ask for a refund of an escrow: control does not offer it',
  'escrow-buyer-release': 'no way to let a buyer release an escrow: control does not offer it',
  'linked-wallets-setting': 'no way to switch the setting that requires linked wallets: control does not offer it',
  wallets: 'no way to make wallets with known holders and balances: control does not offer it',
  'wallet-owner': 'no wallet owner who decides about links: control does not offer it',
  'processing-delay': 'no way to hold a request in progress: control does not offer a processing delay',
  deliveries: 'no access to the list of webhook deliveries: control does not offer it',
  resend: 'no way to resend a webhook delivery: control does not offer it',
  'rotate-secret': 'no way to rotate the webhook secret: control does not offer it',
  'webhook-url': 'no way to change the webhook address: control does not offer it',
  browser: 'no browser to open the hosted pages with',
  'sandbox-wallet':
    'no wallet that can be linked: none can be made, and the three sandbox wallets have no link requests left',
  'own-merchant': 'no way to make merchants: control does not offer it',
  clock: 'no clock that can be advanced: control does not offer it',
  'live-webhooks':
    'no live webhooks: the target takes no http address for a live merchant, or none is set that leads to the capture server',
} as const;

export type Capability = keyof typeof capabilities;

/** One sentence that binds an implementation, about one thing that can be wrong on its own. */
export interface RequirementEntry {
  id: string;
  chapter: Chapter;
  /** The section of the interface and, where it helps, the table, row or rule. */
  source: string;
  statement: string;
  needs: readonly Capability[];
  /** Time that must pass at the target for the check, where it is more than about a minute. */
  waits?: Duration;
  /** Part of the profile `smoke`: at most 100 requests for all such requirements. */
  smoke?: true;
  /** Default: as the chapter. */
  weighs?: keyof typeof weights;
  /** How many requests one of its checks makes on average. Default: as the chapter. */
  requests?: number;
}

/** Something that the interface leaves open: a question that a run answers, never a verdict. */
export interface ObservationEntry {
  id: string;
  chapter: Chapter;
  source: string;
  question: string;
  needs: readonly Capability[];
  waits?: Duration;
  requests?: number;
}

/** An entry as a chapter's file writes it: the key is its id, the file its chapter. */
export type Requirement = Omit<RequirementEntry, 'id' | 'chapter'>;
export type Observation = Omit<ObservationEntry, 'id' | 'chapter'>;
