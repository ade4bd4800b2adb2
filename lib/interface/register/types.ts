import type { Duration } from '../../engine/time/duration.ts';

export type { Duration };

/** The chapters of a certificate, in the order in which it lists them. */
export const chapters = [
  'checkouts',
  'refunds',
  'payouts',
  'escrows',
  'accounts',
  'banks',
  'balance',
  'wallet-links',
  'webhooks',
  'authentication',
  'environments',
  'idempotency',
  'errors',
  'rate-limit',
  'hosted-pages',
  'versioning',
] as const;

export type Chapter = (typeof chapters)[number];

/** What a check may need beyond a sandbox merchant and plain HTTP; each with the reason that a user reads when it is missing. */
export const capabilities = {
  buyer: 'no buyer who can pay a checkout: neither control nor a browser on the hosted page',
  'payment-failure': 'no way to make a payment fail: control does not offer it',
  webhooks: 'no webhooks: the target has no address under which it reaches the capture server',
  'other-merchant': 'no second sandbox merchant: neither given by settings nor made through control',
  live: 'no live environment: no live base address and live merchant',
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

/** One sentence that binds an implementation: one thing that can be wrong on its own. */
export interface RequirementEntry {
  id: string;
  chapter: Chapter;
  /** The section of the interface, and where it helps the table, row or rule. */
  source: string;
  statement: string;
  needs: readonly Capability[];
  /** Time at the target that has to pass for the check, where it is more than about a minute. */
  waits?: Duration;
  /** Part of the short gate: at most 100 requests for all that carry it. */
  smoke?: true;
}

/** Something that the interface leaves open: a question that is looked into, never a verdict. */
export interface ObservationEntry {
  id: string;
  chapter: Chapter;
  source: string;
  question: string;
  needs: readonly Capability[];
  waits?: Duration;
}

/** An entry as a chapter file writes it: its key is the id, its file the chapter. */
export type Requirement = Omit<RequirementEntry, 'id' | 'chapter'>;
export type Observation = Omit<ObservationEntry, 'id' | 'chapter'>;
