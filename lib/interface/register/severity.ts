import type { Rating } from '../../engine/evidence/certificate.ts';
import type { Chapter, ObservationId, RequirementId } from './index.ts';

/** How bad it is for a merchant when an implementation breaks a requirement: by chapter, because that is what a chapter is about. */
const byChapter: Readonly<Record<Chapter, Rating>> = {
  checkouts: { severity: 'critical', because: 'buyers pay here' },
  refunds: { severity: 'critical', because: 'money goes back to buyers' },
  payouts: { severity: 'critical', because: 'money leaves for good' },
  escrows: { severity: 'critical', because: 'money is held for others' },
  accounts: { severity: 'normal', because: 'a wrong answer is seen before money moves' },
  banks: { severity: 'normal', because: 'a wrong answer is seen before money moves' },
  balance: { severity: 'critical', because: 'merchants pay out by it' },
  'wallet-links': { severity: 'normal', because: 'consent to look at a wallet; no money moves' },
  webhooks: { severity: 'critical', because: 'they are the source of truth for money events' },
  authentication: { severity: 'blocker', because: 'whoever gets in can move money' },
  environments: { severity: 'critical', because: 'tests and real money must stay apart' },
  idempotency: { severity: 'critical', because: 'without it a repeated request pays twice' },
  errors: { severity: 'normal', because: 'programs have to understand a refusal' },
  'rate-limit': { severity: 'normal', because: 'it slows down, and loses nothing' },
  'hosted-pages': { severity: 'critical', because: 'buyers pay here' },
  versioning: { severity: 'normal', because: 'an address that is not there is noticed at once' },
};

/** Where one requirement weighs more or less than its chapter; the first pattern that matches its id decides. */
const byId: readonly (Rating & { readonly ids: RegExp })[] = [
  {
    severity: 'blocker',
    because: 'money is paid out, paid back or taken twice, or more of it than there is',
    ids: /^(refund\.(exceeds-paid|pending-counts|exceeding-has-no-effect|concurrent-stay-within-paid)|idempotency\.(refunded|paid-out)-once|idempotency\.(concurrent-|in-progress|cut-connection)|environment\.live-payout(s-at-once|-above-balance)|error\.refused-has-no-effect)/,
  },
  {
    severity: 'blocker',
    because: 'anybody could forge, or a payment be believed that never came',
    ids: /^(webhook\.(signature|no-false-success|own-address-only|secret-rotated)|delivery\.retry-signed-afresh|version\.both-signatures)/,
  },
  {
    severity: 'blocker',
    because: 'held money would be free, or go to the wrong side',
    ids: /^escrow\.(funding-is-held|unpaid-not-released|release-pays-|dispute-pauses-release|refund-pays-remainder)/,
  },
  {
    severity: 'blocker',
    because: 'one merchant or environment would see or move what belongs to another',
    ids: /other-merchant|per-merchant|^environment\.(live-key-in-sandbox|sandbox-key-in-live|wrong-key-has-no-effect|data-is-separate)|^wallet\.balance-(without-link|unapproved|after-expiry)/,
  },
  {
    severity: 'minor',
    because: 'only what people read, or a limit that is met rarely',
    ids: /(description|narration|reason|metadata|conditions|escrow-texts|shared-fields|record-created-at|optional-fields|record-nulls|name-masked|key-longest|key-too-long|reference-longest|reference-too-long)/,
  },
  {
    severity: 'normal',
    because: 'a request that is wrong is refused, or not; no money is wrong',
    ids: /(required-fields|field-types|-integer|-smallest|-too-small|-largest|-too-large|-longest|-shortest|-too-long|-too-short|-malformed|currency-only-ngn|-characters|unknown-reference)$/,
  },
];

export function severityOf(id: RequirementId | ObservationId | (string & {}), chapter: Chapter): Rating {
  return byId.find(({ ids }) => ids.test(id)) ?? byChapter[chapter];
}
