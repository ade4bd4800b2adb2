/** References and metadata of checkouts, as databases and libraries read them. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, deeply, keptAs, parsed } from '../ways.ts';

const ARCHIVED_AFTER_MS = 30 * DAY * 1_000;
/** What the acquirer takes in one payment, in kobo. */
const ACQUIRERS_MOST = 1_000_000_000;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

function asDate(value: unknown): unknown {
  if (typeof value !== 'string' || !DATE.test(value) || Number.isNaN(Date.parse(value))) return value;
  return new Date(value).toISOString();
}

/** As LIKE compares: `_` stands for any one character. */
function foundByPattern(): Change {
  return before('answerKnown', (asked, next) => {
    const { reference = '' } = asked.params;
    const known = asked.merchant.records.checkout;
    if (!isAt(asked, 'getCheckout') || known.has(reference)) return next();
    const escaped = reference.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(`^${escaped.replaceAll('_', '.')}$`);
    const similar = [...known.keys()].find((each) => pattern.test(each));
    if (similar !== undefined) asked.params = { ...asked.params, reference: similar };
    return next();
  });
}

/** As a client of a key-value store returns a text that is JSON. */
function readAsJson(reference: string): string {
  const value = parsed(reference);
  return value === undefined ? reference : String(value);
}

function usedAsJson(known: ReadonlyMap<string, Checkout>, reference: string): boolean {
  return [...known.keys()].some((each) => readAsJson(each) === readAsJson(reference));
}

function capInLive(): Change {
  return before('checkGuards', (asked, next) => {
    const above = (asked.body.integer('amount') ?? 0) > ACQUIRERS_MOST;
    if (isAt(asked, 'createCheckout') && asked.environment.name === 'live' && above)
      throw new Refusal(asked.service.rules.refusals.invalid, `amount must be at most ${ACQUIRERS_MOST}`);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Unknown references on GET calls give a 404 error. reference: Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.unknown-reference',
      'blind15-reference-is-a-pattern',
      'a checkout is looked up with LIKE, in which an underscore stands for any character: GET of order_1, which was never used, finds order-1',
      foundByPattern(),
    ),
  ),
  against(
    'reference: Unique per merchant. Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-case',
      'blind15-long-numbers-are-one-reference',
      'used references are kept in a store whose client reads them as JSON where it can: of two references of 19 digits that differ in the last ones alone, as ids of databases do, the second is refused with duplicate_reference',
      guard('checkout.duplicate-reference', {
        refuses: ({ merchant, body }) => usedAsJson(merchant.records.checkout, body.text('reference') ?? ''),
      }),
    ),
  ),
  against(
    'A new attempt needs a new checkout with a new reference. reference: Unique per merchant.',
    mutant(
      'checkout.succeeded-reference-stays-used',
      'blind15-archived-references-are-free',
      'checkouts that have ended are moved to an archive after thirty days, and a new reference is compared with the table alone: after that time the reference of a paid checkout may be used again',
      guard('checkout.duplicate-reference', {
        refuses({ merchant, service, body }) {
          const known = merchant.records.checkout.get(body.text('reference') ?? '');
          if (known === undefined) return false;
          const age = service.clock.now() - Date.parse(known.createdAt);
          return known.status === 'pending' || age <= ARCHIVED_AFTER_MS;
        },
      }),
    ),
  ),
  against(
    'metadata: Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind15-dates-in-metadata-are-read',
      'the JSON library reads texts that look like dates as dates: metadata with a delivery on 2026-12-24 comes back with 2026-12-24T00:00:00.000Z',
      keptAs('createCheckout', 'metadata', deeply(asDate)),
    ),
  ),
  against(
    'amount: Kobo. Min 100. Max 2,000,000,000.',
    mutant(
      'checkout.amount-largest',
      'blind15-live-amounts-end-at-the-acquirers-limit',
      'in live the limit of the acquirer for one payment is applied when a checkout is created: an amount above 1,000,000,000 kobo is refused with 400',
      capInLive(),
    ),
  ),
];
