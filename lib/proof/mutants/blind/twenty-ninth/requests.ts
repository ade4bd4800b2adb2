/** Requests of every kind: keys and bodies that are nearly the same, counts of busy hours, and errors with words of the caller in them. */
import type { Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, parsed, withError } from '../ways.ts';

const COUNTERS = 16;

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function leaves(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : [`${typeof value} ${value}`];
}

/** A counter that was dropped begins anew. */
function countersOfTheBusiest(): Change {
  const counters = new Map<Merchant, RateLimiter>();
  return before('limitRate', ({ merchant, service: { rules } }, next) => {
    const { requestsPerWindow, windowSeconds } = rules.limits;
    const counter = counters.get(merchant) ?? rules.functions.rateLimiter(requestsPerWindow, windowSeconds * 1_000);
    counters.delete(merchant);
    counters.set(merchant, counter);
    const [oldest] = counters.keys();
    if (counters.size > COUNTERS && oldest !== undefined) counters.delete(oldest);
    merchant.rate = counter;
    return next();
  });
}

/** The first JSON object of the text, where the whole is none. */
function firstObject(text: string): string {
  if (parsed(text) !== undefined) return text;
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    const part = text.slice(0, end + 1);
    if (parsed(part) !== undefined) return part;
  }
  return text;
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind29-empty-objects-are-not-compared',
      'bodies are compared without what is empty in them: one with `metadata` `{}` is taken as the same as one without metadata, and replayed',
      functions(() => ({
        sameRequest: ({ endpoint, path, body }) =>
          `${endpoint.method} ${path} ${JSON.stringify(body.value, (_, value) => (isEmpty(value) ? undefined : value))}`,
      })),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.escrow-key-reused',
      'blind29-values-compared-without-their-names',
      'so that the order of fields does not matter, the values of a body are sorted and compared without their names: an escrow with the wallets of seller and commission exchanged is the same to it',
      functions(() => ({
        sameRequest: ({ endpoint, path, body }) =>
          `${endpoint.method} ${path} ${JSON.stringify(leaves(body.value).sort())}`,
      })),
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.more-is-refused',
      'blind29-counters-of-the-last-sixteen-keys',
      'the counters are in a cache with room for sixteen keys: when as many other merchants have called in between, the count of a key begins anew within its minute',
      countersOfTheBusiest(),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-404',
      'blind29-quotes-in-a-message',
      'the error of an unknown payment is put together from a template: with a quotation mark in `paymentReference` its body is no JSON',
      answers('createRefund', (reply, { body }) =>
        codeOf(reply) === 'payment_not_found'
          ? {
              ...reply,
              text: `{"error":{"code":"payment_not_found","message":"no checkout has the reference ${body.text('paymentReference')}"}}`,
            }
          : reply,
      ),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind29-messages-by-language',
      'a caller that names languages it accepts gets the message as an object with one text for each, as the console does',
      answers('everywhere', (reply, { header }) =>
        reply.status >= 400 && header('accept-language') !== undefined
          ? withError(reply, ({ code, message }) => ({ code, message: { en: message } }))
          : reply,
      ),
    ),
  ),
  against(
    'Request and response bodies are JSON.',
    mutant(
      'error.malformed-body',
      'blind29-first-object-of-the-body',
      'the parser stops where an object ends: what follows it, such as a second object, is not read, and the request is carried out',
      before('readBody', (asked, next) => {
        if (asked.raw.length > 0) asked.raw = Buffer.from(firstObject(asked.raw.toString('utf8')));
        return next();
      }),
    ),
  ),
];
