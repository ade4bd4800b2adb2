/** References of checkouts: measured otherwise, compared otherwise, free again in one history. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

const LONGEST = 100;
const DUPLICATE = { status: 409, code: 'duplicate_reference' };

/** The rule of the table is replaced by this one. */
function measured(tooLong: (reference: string, asked: Case) => boolean): Change {
  return all(
    field('checkout', 'reference', { maxLength: undefined }),
    before('checkFields', (asked, next) => {
      const reference = asked.body.get('reference');
      if (isAt(asked, 'createCheckout') && typeof reference === 'string' && tooLong(reference, asked))
        throw new Refusal(asked.service.rules.refusals.invalid, `reference must have at most ${LONGEST} characters`);
      return next();
    }),
  );
}

function wanted({ body }: Case): string {
  return body.text('reference') ?? '';
}

function firstOf(asked: Case): Checkout | undefined {
  return asked.merchant.records.checkout.get(wanted(asked));
}

function usedWhere(used: (asked: Case) => boolean): Change {
  return guard('checkout.duplicate-reference', { refuses: used });
}

/** References of used checkouts that are free again. */
function freeAgain(free: (first: Checkout, asked: Case) => boolean): Change {
  return usedWhere((asked) => {
    const first = firstOf(asked);
    return first !== undefined && !free(first, asked);
  });
}

function asNumber(reference: string): string {
  return /^[0-9]+$/.test(reference) ? String(Number(reference)) : reference;
}

/** What was read once is kept under its name in small letters. */
function readThroughCache(): Change {
  const caches = new WeakMap<Merchant, Map<string, string>>();
  return before('answerKnown', (asked, next) => {
    const { merchant, params } = asked;
    const { reference = '' } = params;
    if (!isAt(asked, 'getCheckout') || !merchant.records.checkout.has(reference)) return next();
    const cache = caches.get(merchant) ?? new Map<string, string>();
    caches.set(merchant, cache);
    const name = reference.toLowerCase();
    const kept = cache.get(name) ?? reference;
    cache.set(name, kept);
    params.reference = kept;
    return next();
  });
}

/** INSERT ... ON CONFLICT DO NOTHING, and the row that is there then is answered. */
function insertsOrReads(): Change {
  return before('checkGuards', async (asked, next) => {
    if (!isAt(asked, 'createCheckout') || firstOf(asked) !== undefined) return next();
    await pause(15);
    const record = firstOf(asked);
    if (record === undefined) return next();
    return { status: 201, text: JSON.stringify(asked.endpoint.shows({ asked, record })) };
  });
}

/** Each of several that are under way sees the other, and gives way. */
function allGiveWay(): Change {
  const underWay = new Set<{ merchant: Merchant; reference: string; contested: boolean }>();
  return before('checkGuards', async (asked, next) => {
    if (!isAt(asked, 'createCheckout')) return next();
    const own = { merchant: asked.merchant, reference: wanted(asked), contested: false };
    for (const other of underWay)
      if (other.merchant === own.merchant && other.reference === own.reference) {
        other.contested = true;
        own.contested = true;
      }
    underWay.add(own);
    await pause(15);
    underWay.delete(own);
    if (own.contested) throw new Refusal(DUPLICATE, `the reference ${own.reference} is already used`);
    return next();
  });
}

function failedForItself({ status, failureReason }: Checkout): boolean {
  return status === 'failed' && failureReason !== 'expired';
}

function expiredRefusedOnce(): Change {
  const refused = new WeakSet<Checkout>();
  return freeAgain((first) => {
    if (first.failureReason !== 'expired') return false;
    if (refused.has(first)) return true;
    refused.add(first);
    return false;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Unique per merchant. Max 100 chars. Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-longest',
      'kind-reference-measured-percent-encoded',
      'a reference is measured as it stands in the path of its record: one of 100 characters of which one is a colon is taken to have 102, and refused',
      measured((reference) => encodeURIComponent(reference).length > LONGEST),
    ),
  ),
  against(
    'Checkout reference | max 100 chars; letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-too-long',
      'kind-reference-measured-without-separators',
      'the limit is on letters and digits alone: a reference of 101 characters with a hyphen is accepted',
      measured((reference) => reference.replace(/[._:-]/g, '').length > LONGEST),
    ),
  ),
  against(
    'Checkout reference | max 100 chars; letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-too-long',
      'kind-reference-of-any-length-in-live',
      'the length of a reference is checked in sandbox alone',
      measured(({ length }, { environment }) => environment.name === 'sandbox' && length > LONGEST),
    ),
  ),
  against(
    'reference | string | Unique per merchant.',
    mutant(
      'checkout.reference-case',
      'kind-digits-compared-as-numbers',
      'the database compares references of digits as numbers: after 42 a reference 0042 is refused as used',
      usedWhere((asked) => {
        const number = asNumber(wanted(asked));
        return [...asked.merchant.records.checkout.keys()].some((each) => asNumber(each) === number);
      }),
    ),
  ),
  against(
    'reference | string | Unique per merchant. GET /v1/checkouts/{reference} | 200 checkout record',
    mutant(
      'checkout.reference-case',
      'kind-records-cached-without-case',
      'both references are accepted, and records that were read are cached without case: of two that differ in case alone, the one that was read first is answered for both',
      readThroughCache(),
    ),
  ),
  against(
    'Checkout create: a repeated `reference` gives `409 duplicate_reference`, unless the call is an idempotent replay.',
    mutant(
      'checkout.concurrent-same-reference',
      'kind-racing-create-answered-with-the-first',
      'the insert does nothing where the reference has come in meanwhile, and the row that is found is answered: of several creates at once one makes the checkout, and all are answered with 201 and its id',
      insertsOrReads(),
    ),
  ),
  against(
    'POST /v1/checkouts | valid request | pending. 409 | duplicate_reference | Reference already used',
    mutant(
      'checkout.concurrent-same-reference',
      'kind-racing-creates-all-give-way',
      'each create reserves its reference, and gives way where another has reserved it: of several at once all are refused with 409 duplicate_reference, and there is no checkout',
      allGiveWay(),
    ),
  ),
  against(
    'reference | string | Unique per merchant.',
    mutant(
      'checkout.reference-unique-per-merchant',
      'kind-reference-paid-elsewhere',
      'the reference goes to the acquirer, which knows one payment of a reference: one with which another merchant has been paid is refused as used',
      usedWhere(
        (asked) =>
          firstOf(asked) !== undefined ||
          otherMerchants(asked).some(({ records }) => records.checkout.get(wanted(asked))?.status === 'succeeded'),
      ),
    ),
  ),
  against(
    'A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.failed-reference-stays-used',
      'kind-failed-reference-free-after-a-day',
      'failed payments are cleared away when they are a day old: from then on the reference of a checkout whose payment failed is accepted again',
      freeAgain((first, { service }) => failedForItself(first) && ageOf(first, service) > DAY),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used. A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.failed-reference-stays-used',
      'kind-failed-reference-refused-as-failed',
      'a new attempt with the reference of a checkout whose payment failed is refused with 422 checkout_failed',
      before('checkGuards', (asked, next) => {
        const first = firstOf(asked);
        if (isAt(asked, 'createCheckout') && first !== undefined && failedForItself(first))
          throw new Refusal({ status: 422, code: 'checkout_failed' }, 'the payment of this checkout failed');
        return next();
      }),
    ),
  ),
  against(
    'Checkout create: a repeated `reference` gives `409 duplicate_reference`.',
    mutant(
      'checkout.succeeded-reference-stays-used',
      'kind-refunded-reference-free-again',
      'an order that was refunded in full counts as undone: the reference of its checkout is accepted again',
      freeAgain(({ amount, refundedAmount }) => refundedAmount === amount),
    ),
  ),
  against(
    'Checkout create: a repeated `reference` gives `409 duplicate_reference`.',
    mutant(
      'checkout.succeeded-reference-stays-used',
      'kind-paid-reference-free-after-a-day',
      'duplicates are sought among the payments of the last day: the reference of a checkout that was paid and is older than that is accepted again',
      freeAgain((first, { service }) => first.status === 'succeeded' && ageOf(first, service) > DAY),
    ),
  ),
  against(
    'A new attempt needs a new checkout with a new reference. 409 | duplicate_reference | Reference already used',
    mutant(
      'checkout.expired-reference-stays-used',
      'kind-expired-reference-refused-once',
      'who tries the reference of an expired checkout once is refused, and with that the old one is cleared away: the second try is accepted',
      expiredRefusedOnce(),
    ),
  ),
];
