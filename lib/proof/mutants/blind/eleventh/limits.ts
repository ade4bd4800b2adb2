/** Limits that are counted apart, cut, or taken from another service. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function writesCountedApart(): Change {
  const writes = new WeakMap<Merchant, RateLimiter>();
  return around('limitRate', (own) => (asked, next) => {
    if (asked.endpoint.method === 'GET') return own(asked, next);
    const { merchant } = asked;
    const { functions, limits } = asked.service.rules;
    const rate = writes.get(merchant) ?? functions.rateLimiter(limits.requestsPerWindow, limits.windowSeconds * 1_000);
    writes.set(merchant, rate);
    return own({ ...asked, merchant: { ...merchant, rate } }, next);
  });
}

/** Characters of the column that holds merchant id, colon and key. */
const COLUMN = 255;

const keysCutByTheirColumn: Change = around('keepKey', (own) => (asked, next) => {
  const key = asked.header('idempotency-key') ?? '';
  if (key.length > asked.service.rules.limits.idempotencyKeyLength) return own(asked, next);
  const kept = key.slice(0, COLUMN - asked.merchant.id.length - 1);
  const header = (name: string) => (name === 'idempotency-key' ? kept : asked.header(name));
  return own(key === kept ? asked : { ...asked, header }, next);
});

/** Names that metadata may have elsewhere. */
const NAMES = 50;

export const found: readonly BlindMutant[] = [
  against(
    'Request rate: 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.every-endpoint-counts',
      'blind11-writes-counted-apart',
      'what reads and what writes has a counter each: of one key 120 GETs and 120 POSTs and DELETEs a minute are let through',
      writesCountedApart(),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars). Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.keys-differ',
      'blind11-key-column-holds-merchant-too',
      'the column of 255 characters holds the merchant id as well, and cuts what is too long: two keys of 255 characters that differ in the last 30 are one key, and the second request is refused with 409 idempotency_key_reused',
      keysCutByTheirColumn,
    ),
  ),
  against(
    'metadata: object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.metadata-largest',
      'blind11-metadata-of-fifty-names',
      'metadata is limited as the card processor behind the service limits it: an object with more than 50 names is refused with 400, however small it is',
      before('checkFields', (asked, next) => {
        const metadata = asked.body.object('metadata') ?? {};
        if (isAt(asked, 'createCheckout') && Object.keys(metadata).length > NAMES)
          throw new Refusal(asked.service.rules.refusals.invalid, `metadata must have at most ${NAMES} names`);
        return next();
      }),
    ),
  ),
];
