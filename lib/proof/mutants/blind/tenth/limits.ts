/** Limits that count something else than the document says. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { escaped } from '../ways.ts';

function limitsEachAddress(): Change {
  const limiters = new WeakMap<Merchant, Map<string, RateLimiter>>();
  return around('limitRate', (own) => (asked, next) => {
    const from = asked.header('x-forwarded-for');
    if (from === undefined) return own(asked, next);
    const { merchant } = asked;
    const { functions, limits } = asked.service.rules;
    const ofMerchant = limiters.get(merchant) ?? new Map<string, RateLimiter>();
    limiters.set(merchant, ofMerchant);
    const rate = ofMerchant.get(from) ?? functions.rateLimiter(limits.requestsPerWindow, limits.windowSeconds * 1_000);
    ofMerchant.set(from, rate);
    return own({ ...asked, merchant: { ...merchant, rate } }, next);
  });
}

/** Longest description, in characters. */
const LONGEST = 255;

export const found: readonly BlindMutant[] = [
  against(
    'Request rate: 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind10-rate-of-each-address',
      'the rate is counted for each key and address that X-Forwarded-For gives: requests of one key that name several addresses get 120 a minute for each of them',
      limitsEachAddress(),
    ),
  ),
  against(
    'description: string, max 255 chars. Shown to the buyer.',
    mutant(
      'checkout.description-longest',
      'blind10-description-measured-escaped',
      'a description is measured as it will stand in the markup of the page: one of 200 characters with 20 ampersands is taken to have 280, and refused with 400',
      before('checkFields', (asked, next) => {
        const text = asked.body.get('description');
        if (isAt(asked, 'createCheckout') && typeof text === 'string' && [...escaped(text)].length > LONGEST)
          throw new Refusal(
            asked.service.rules.refusals.invalid,
            `description must have at most ${LONGEST} characters`,
          );
        return next();
      }),
    ),
  ),
];
