/** Records of refunds that are found by too little, or by too much, and references that are free too soon. */
import type { Merchant, Refund } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard, shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, HOUR } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

/** How long an answer is kept, in milliseconds of the service's clock. */
const CACHED_MS = 30_000;

/** The used reference is free again for some new refunds. */
function freeAgain(when: (used: Refund, asked: Case) => boolean): Change {
  return guard('refund.duplicate-reference', {
    refuses(asked) {
      const used = asked.merchant.records.refund.get(asked.body.text('reference') ?? '');
      return used !== undefined && !when(used, asked);
    },
  });
}

/** Where the asker has no such refund, it is found otherwise: whose it is, and under which reference. */
function foundOtherwise(finds: (asked: Case, reference: string) => [Merchant, string] | undefined): Change {
  return before('answerKnown', (asked, next) => {
    const { reference = '' } = asked.params;
    if (asked.endpoint.name !== 'getRefund' || asked.merchant.records.refund.has(reference)) return next();
    const instead = finds(asked, reference);
    if (instead) {
      asked.merchant = instead[0];
      asked.params = { ...asked.params, reference: instead[1] };
    }
    return next();
  });
}

/** The newest refund with that reference, whichever merchant's. */
function newestNamesake({ environment, merchant }: Case, own: Refund): Refund {
  let newest = own;
  for (const { id, records } of environment.merchants.values()) {
    const other = id === merchant.id ? undefined : records.refund.get(own.reference);
    if (other && other.createdAt >= newest.createdAt) newest = other;
  }
  return newest;
}

/** `_` stands for any one character, as in LIKE. */
function isLike(reference: string, pattern: string): boolean {
  if (reference.length !== pattern.length) return false;
  return [...pattern].every((letter, at) => letter === '_' || letter === reference[at]);
}

/** The record of a refund that is over is kept for half a minute under its path, for all who have a refund of that reference. */
function cachedByPath(): Change {
  const kept = new Map<string, { reply: Reply; until: number }>();
  return before('act', async (asked, next) => {
    if (asked.endpoint.name !== 'getRefund' || asked.record?.status === 'pending') return next();
    const { environment, path, service } = asked;
    const key = `${environment.baseUrl}${path}`;
    const now = service.clock.now();
    const known = kept.get(key);
    if (known && known.until > now) return known.reply;
    const reply = await next();
    kept.set(key, { reply, until: now + CACHED_MS });
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'GET | /v1/refunds/{reference} | 200 refund record: reference, paymentReference, amount, reason.',
    mutant(
      'refund.references-apart',
      'kind-refund-joined-by-reference-alone',
      'what was asked for is joined to a refund by the reference without the merchant: where another one used it later, the record has the amount, the payment and the reason of that refund, under its own id and status',
      shows('getRefund', (body, { asked, record }) => {
        if (record?.kind !== 'refund') return body;
        const { amount, paymentReference, reason } = newestNamesake(asked, record);
        return { ...body, amount, paymentReference, reason };
      }),
    ),
  ),
  against(
    'Refund reference: unique id of the refund. 409 duplicate_reference: Reference already used.',
    mutant(
      'refund.settled-reference-stays-used',
      'kind-settled-reference-free-for-another-payment',
      'settled refunds are unique by payment and reference: the reference of one that succeeded is accepted again for a refund of another checkout',
      freeAgain(
        ({ status, paymentReference }, { body }) =>
          status === 'succeeded' && paymentReference !== body.text('paymentReference'),
      ),
    ),
  ),
  against(
    'Refund reference: unique id of the refund. 409 duplicate_reference: Reference already used.',
    mutant(
      'refund.settled-reference-stays-used',
      'kind-refund-reference-free-after-its-checkout',
      'a refund older than a day is moved to the archive once all of its checkout is refunded, and the archive is not searched for used references',
      freeAgain(
        (used, { service }) =>
          used.status === 'succeeded' &&
          used.payment?.refundedAmount === used.payment?.amount &&
          ageOf(used, service) > DAY,
      ),
    ),
  ),
  against(
    'A failed refund frees its amount; a retry uses a new reference. 409 duplicate_reference: Reference already used.',
    mutant(
      'refund.failed-reference-stays-used',
      'kind-failed-reference-free-after-an-hour',
      'failed refunds keep their reference for an hour; after that a retry with it is accepted',
      freeAgain((used, { service }) => used.status === 'failed' && ageOf(used, service) > HOUR),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error.',
    mutant(
      'refund.unknown-reference',
      'kind-refund-found-by-its-checkout',
      'what stands in the path is also looked up among the payment references: GET by the reference of a checkout is answered with its latest refund',
      foundOtherwise(({ merchant }, reference) => {
        const refunds = [...merchant.records.refund.values()];
        const latest = refunds.findLast(({ paymentReference }) => paymentReference === reference);
        return latest && [merchant, latest.reference];
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error.',
    mutant(
      'refund.unknown-reference',
      'kind-underscore-finds-any-refund',
      'the reference is looked up with LIKE, where _ stands for any one character: GET by a reference that was never used is answered with a refund that differs from it where it has _',
      foundOtherwise(({ merchant }, reference) => {
        const meant = [...merchant.records.refund.keys()].find((each) => isLike(each, reference));
        return meant === undefined ? undefined : [merchant, meant];
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error. Reference of a checkout: unique per merchant.',
    mutant(
      'refund.other-merchant-sees-nothing',
      'kind-refund-seen-by-namesake-of-its-payment',
      "who may read a refund is looked up by its payment reference: a merchant with a checkout of that reference reads the other merchant's refunds of it",
      foundOtherwise((asked, reference) => {
        const owner = otherMerchants(asked).find(({ records }) => {
          const refund = records.refund.get(reference);
          return refund !== undefined && asked.merchant.records.checkout.has(refund.paymentReference);
        });
        return owner && [owner, reference];
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error.',
    mutant(
      'refund.other-merchant-sees-nothing',
      'kind-refund-of-others-forbidden',
      "GET of another merchant's refund is refused with 403, which tells that it exists; one that nobody made is not found",
      answers('getRefund', (reply, asked) => {
        const { reference = '' } = asked.params;
        const exists = otherMerchants(asked).some(({ records }) => records.refund.has(reference));
        if (reply.status !== 404 || !exists) return reply;
        const error = { code: 'forbidden', message: 'this refund is not yours' };
        return { ...reply, status: 403, text: JSON.stringify({ error }) };
      }),
    ),
  ),
  against(
    'Timestamps are ISO 8601 date-times. Refund record: createdAt (date-time).',
    mutant(
      'refund.record-created-at',
      'kind-failed-refund-with-an-http-date',
      'the record of a failed refund is made from the answer of the bank: its createdAt is written as in HTTP headers',
      shows('getRefund', (body) =>
        body.status === 'failed' ? { ...body, createdAt: new Date(String(body.createdAt)).toUTCString() } : body,
      ),
    ),
  ),
  against(
    'GET | /v1/refunds/{reference} | 200 refund record.',
    mutant(
      'refund.references-apart',
      'kind-settled-refunds-cached-by-path',
      'the record of a refund that is over is cached for half a minute by its path: who has a refund of the same reference and asks meanwhile gets the record of the other merchant',
      cachedByPath(),
    ),
  ),
];
