/** Every request: cells of authentication, keys, errors and limits. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, deeply } from '../ways.ts';
import { uncounted } from '../ways-of-limits.ts';

const HTML = '<!DOCTYPE html>\n<html lang="en"><body><pre>URIError: Failed to decode param</pre></body></html>\n';

const sorted = deeply((value) =>
  Array.isArray(value) ? [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value,
);

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const found: readonly BlindMutant[] = [
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind35-key-ends-at-a-comma',
      'the header is read as a list, of which the first item is the key: order-7,try-1 and order-7,try-2 are one key, and the second request is refused or replayed',
      before('keepKey', (asked, next) => {
        const { header } = asked;
        asked.header = (name) => {
          const value = header(name);
          const [first = ''] = value?.split(',') ?? [];
          return name === 'idempotency-key' && first.trim() !== '' ? first.trim() : value;
        };
        return next();
      }),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind35-order-of-lists-does-not-count',
      'bodies are compared after everything in them was sorted, the items of lists as well: one whose metadata has a list in another order is replayed',
      functions(() => ({
        sameRequest: (asked) => `${asked.endpoint.method} ${asked.path} ${JSON.stringify(sorted(bodyOf(asked)))}`,
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.payout-replay',
      'blind35-type-of-the-body-is-compared-too',
      'the Content-Type is a part of what is compared: sent again by a client that adds a charset to it, the same body is refused with idempotency_key_reused',
      functions(({ sameRequest }) => ({
        sameRequest: (asked) => `${sameRequest(asked)} ${asked.header('content-type') ?? ''}`,
      })),
    ),
  ),
  against(
    'Idempotency-Key length | max 255 chars',
    mutant(
      'idempotency.key-longest',
      'blind35-key-is-measured-escaped',
      'the key is escaped for the address of the store, and measured after that: one of 240 characters with many signs, such as / and +, is refused as too long',
      before('keepKey', (asked, next) => {
        const { limits, refusals } = asked.service.rules;
        const key = asked.header('idempotency-key') ?? '';
        if (asked.endpoint.idempotencyKey && encodeURIComponent(key).length > limits.idempotencyKeyLength)
          throw new Refusal(
            refusals.invalid,
            `Idempotency-Key has more than ${limits.idempotencyKeyLength} characters`,
          );
        return next();
      }),
    ),
  ),
  against(
    'A key used against the other environment gives `403 wrong_environment`.',
    mutant(
      'environment.live-key-in-sandbox',
      'blind35-known-merchant-has-no-such-key',
      'the merchant is looked up first and its key compared then: a live key that comes with the id of a sandbox merchant, as where only the key was mistaken, is answered as an unknown key and not with wrong_environment',
      functions(({ authenticate }) => ({
        authenticate(service, environment, header) {
          const { decisions, refusals } = service.rules;
          try {
            return authenticate(service, environment, header);
          } catch (error) {
            const isKnown = environment.merchants.has(header('x-merchant-id') ?? '');
            if (!(error instanceof Refusal) || error.code !== refusals.wrongEnvironment.code || !isKnown) throw error;
            throw new Refusal(decisions.unauthenticated, 'the API key is not that of the merchant');
          }
        },
      })),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-others',
      'blind35-framework-answers-a-broken-escape',
      'an escape in a path that cannot be decoded, such as %E0%A4%A, is answered by the framework before the service has a say: 400 with a page of HTML',
      before('limitRate', ({ path }, next) =>
        canBeDecoded(path) ? next() : { status: 400, text: HTML, headers: { 'content-type': 'text/html' } },
      ),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.more-is-refused',
      'blind35-live-keys-have-no-limit',
      'the limit is a setting of the sandbox, and was never made one of live: a live key may send as many requests as it likes',
      uncounted(({ environment }) => environment.name === 'live'),
    ),
  ),
];
