import { createHash } from 'node:crypto';
import type { Rating } from '../../engine/evidence/certificate.ts';
import { accountObservations, accounts } from './accounts.ts';
import { authentication, authenticationObservations } from './authentication.ts';
import { balance, balanceObservations } from './balance.ts';
import { bankObservations, banks } from './banks.ts';
import { checkoutRecords } from './checkout-records.ts';
import { checkoutStates } from './checkout-states.ts';
import { checkoutObservations, checkouts } from './checkouts.ts';
import { deliveries, deliveryObservations } from './deliveries.ts';
import { environmentObservations, environments } from './environments.ts';
import { errorObservations, errors } from './errors.ts';
import { escrowEnds } from './escrow-ends.ts';
import { escrowStates } from './escrow-states.ts';
import { escrowObservations, escrows } from './escrows.ts';
import { hostedPageObservations, hostedPages } from './hosted-pages.ts';
import { idempotency, idempotencyObservations } from './idempotency.ts';
import { liveWebhooks } from './live-webhooks.ts';
import { payoutObservations, payouts } from './payouts.ts';
import { rateLimit, rateLimitObservations } from './rate-limit.ts';
import { refundStates } from './refund-states.ts';
import { refundObservations, refunds } from './refunds.ts';
import {
  type Chapter,
  chapterFacts,
  chapters,
  type Observation,
  type ObservationEntry,
  type Requirement,
  type RequirementEntry,
  weights,
} from './types.ts';
import { versioning, versioningObservations } from './versioning.ts';
import { walletLinkEnds } from './wallet-link-ends.ts';
import { walletLinkObservations, walletLinks } from './wallet-links.ts';
import { webhookObservations, webhooks } from './webhooks.ts';

export type { Capability, Chapter, Duration, ObservationEntry, RequirementEntry } from './types.ts';
export { capabilities, chapters } from './types.ts';

/** The version of the interface that this register describes. */
export const INTERFACE_VERSION = '1.0.0';

const requirementsByChapter = {
  checkouts: [checkouts, checkoutRecords, checkoutStates],
  refunds: [refunds, refundStates],
  payouts: [payouts],
  escrows: [escrows, escrowStates, escrowEnds],
  accounts: [accounts],
  banks: [banks],
  balance: [balance],
  'wallet-links': [walletLinks, walletLinkEnds],
  webhooks: [webhooks, liveWebhooks, deliveries],
  authentication: [authentication],
  environments: [environments],
  idempotency: [idempotency],
  errors: [errors],
  'rate-limit': [rateLimit],
  'hosted-pages': [hostedPages],
  versioning: [versioning],
} as const satisfies Record<Chapter, readonly Record<string, Requirement>[]>;

const observationsByChapter = {
  checkouts: [checkoutObservations],
  refunds: [refundObservations],
  payouts: [payoutObservations],
  escrows: [escrowObservations],
  accounts: [accountObservations],
  banks: [bankObservations],
  balance: [balanceObservations],
  'wallet-links': [walletLinkObservations],
  webhooks: [webhookObservations, deliveryObservations],
  authentication: [authenticationObservations],
  environments: [environmentObservations],
  idempotency: [idempotencyObservations],
  errors: [errorObservations],
  'rate-limit': [rateLimitObservations],
  'hosted-pages': [hostedPageObservations],
  versioning: [versioningObservations],
} as const satisfies Record<Chapter, readonly Record<string, Observation>[]>;

type KeyOf<T> = T extends unknown ? keyof T : never;
type IdsIn<T extends Record<Chapter, readonly object[]>> = KeyOf<T[Chapter][number]> & string;

export type RequirementId = IdsIn<typeof requirementsByChapter>;
export type ObservationId = IdsIn<typeof observationsByChapter>;

/** All requirements, in the order of the chapters. */
export const requirements: readonly (RequirementEntry & { id: RequirementId })[] = chapters.flatMap((chapter) =>
  requirementsByChapter[chapter].flatMap((group: Record<string, Requirement>) =>
    Object.entries(group).map(([id, entry]) => ({ id: id as RequirementId, chapter, ...entry })),
  ),
);

/** All questions that the interface leaves open, in the order of the chapters. */
export const observations: readonly (ObservationEntry & { id: ObservationId })[] = chapters.flatMap((chapter) =>
  observationsByChapter[chapter].flatMap((group: Record<string, Observation>) =>
    Object.entries(group).map(([id, entry]) => ({ id: id as ObservationId, chapter, ...entry })),
  ),
);

const requirementsById = new Map<string, RequirementEntry & { id: RequirementId }>(
  requirements.map((entry) => [entry.id, entry]),
);
const observationsById = new Map<string, ObservationEntry & { id: ObservationId }>(
  observations.map((entry) => [entry.id, entry]),
);

/** Throws for an id that the register does not have. Only text from outside can be one: check it with `isRequirementId`. */
export function requirement(id: RequirementId): RequirementEntry & { id: RequirementId } {
  const entry = requirementsById.get(id);
  if (!entry) throw new Error(`the register has no requirement "${id}"`);
  return entry;
}

/** Throws for an id that the register does not have. */
export function observation(id: ObservationId): ObservationEntry & { id: ObservationId } {
  const entry = observationsById.get(id);
  if (!entry) throw new Error(`the register has no observation "${id}"`);
  return entry;
}

/** How severe it is for a merchant when an implementation breaks this requirement, and why. */
export function ratingOf({ chapter, weighs }: RequirementEntry): Rating {
  return weighs === undefined ? chapterFacts[chapter].rating : weights[weighs];
}

/** A requirement or observation; undefined for an id that the register does not have. */
export function entryOf(id: string): RequirementEntry | ObservationEntry | undefined {
  return requirementsById.get(id) ?? observationsById.get(id);
}

/** How many requests a check of this requirement or observation makes on average. */
export function requestsOf(id: string): number {
  const entry = entryOf(id);
  return entry === undefined ? 0 : (entry.requests ?? chapterFacts[entry.chapter].requests);
}

export const isRequirementId = (text: string): text is RequirementId => requirementsById.has(text);

/**
 * SHA-256 over the canonical JSON of the entries (sorted keys, no white space), as `sha256:` and hex. It covers what
 * they demand and when it can be observed; ratings and numbers of requests are left out.
 */
export function digestOf(entries: {
  requirements: readonly RequirementEntry[];
  observations: readonly ObservationEntry[];
}): string {
  const digested = {
    requirements: entries.requirements.map(({ weighs, requests, ...entry }) => entry),
    observations: entries.observations.map(({ requests, ...entry }) => entry),
  };
  return `sha256:${createHash('sha256').update(canonicalJson(digested)).digest('hex')}`;
}

/** Identifies the register that a certificate was made from. */
export const registerDigest = digestOf({ requirements, observations });

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
