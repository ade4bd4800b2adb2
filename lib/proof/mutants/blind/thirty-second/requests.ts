/** Every request: keys of idempotency, credentials, how a body or an error is written, and the rate in live. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, deeply } from '../ways.ts';
import { letsIn } from '../ways-of-access.ts';
import { uncounted } from '../ways-of-limits.ts';

const reused = 'Same key and a different body: `409 idempotency_key_reused`.';
const errors = 'Every error body has the shape `{ error: { code: string, message: string } }`.';

/** Compares bodies after this was done with every value in them. */
function comparedAs(change: (value: unknown) => unknown) {
  return functions(() => ({
    sameRequest: (asked: Case) =>
      `${asked.endpoint.method} ${asked.path} ${JSON.stringify(deeply(change)(bodyOf(asked)))}`,
  }));
}

function asOfAForm(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : value;
}

export const found: readonly BlindMutant[] = [
  against(
    reused,
    mutant(
      'idempotency.checkout-key-reused',
      'blind32-bodies-are-compared-as-forms',
      'bodies are compared as the query of a form, where 1, "1" and true are the same: a checkout whose metadata has the text 1 in place of the number is replayed',
      comparedAs(asOfAForm),
    ),
  ),
  against(
    reused,
    mutant(
      'idempotency.checkout-key-reused',
      'blind32-lists-are-compared-in-any-order',
      'before bodies are compared everything in them is sorted, lists too: a checkout whose metadata has a list in another order is replayed',
      comparedAs((value) => (Array.isArray(value) ? [...value].map((each) => JSON.stringify(each)).sort() : value)),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.key-longest',
      'blind32-key-nought-is-none',
      'whether there is a key is asked in a language where the text 0 is false: a request with the key 0 is refused as one without',
      before('keepKey', (asked, next) => {
        const { header } = asked;
        asked.header = (name) => {
          const value = header(name);
          return name === 'idempotency-key' && value === '0' ? '' : value;
        };
        return next();
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.every-endpoint-guarded',
      'blind32-replays-come-before-the-merchant-id',
      "replays are kept by API key and looked up before the merchant id is: a repeated create with another merchant's id, or with none, is answered with the original response",
      letsIn(({ header, merchant }) => {
        const known = header('authorization')?.endsWith(` ${merchant.apiKey}`) ?? false;
        return known && merchant.keys.has(header('idempotency-key') ?? '');
      }),
    ),
  ),
  against(
    'Request and response bodies are JSON.',
    mutant(
      'checkout.created',
      'blind32-json-with-a-charset-is-refused',
      'the content type is compared as a whole: a body sent as application/json; charset=utf-8 is refused',
      before('readBody', (asked, next) => {
        const type = asked.header('content-type') ?? 'application/json';
        if (asked.raw.length > 0 && type.includes(';'))
          throw new Refusal({ status: 415, code: 'unsupported_media_type' }, 'send application/json');
        return next();
      }),
    ),
  ),
  against(
    errors,
    mutant(
      'error.shape-of-404',
      'blind32-browsers-get-error-pages',
      'the framework answers errors as the caller likes them: a request whose Accept names text/html gets a page of HTML',
      answers('everywhere', (reply, { header }) =>
        reply.status >= 400 && header('accept')?.includes('text/html')
          ? { ...reply, text: '<h1>Error</h1>', headers: { ...reply.headers, 'content-type': 'text/html' } }
          : reply,
      ),
    ),
  ),
  against(
    errors,
    mutant(
      'error.shape-of-others',
      'blind32-wrong-methods-are-told-by-the-router',
      'a method that a path does not have is answered by the router, with a message and no error object',
      functions(() => ({
        finish: (answer) =>
          answer.status === 405
            ? new Response('{"message":"Method Not Allowed"}', {
                status: 405,
                headers: { 'content-type': 'application/json' },
              })
            : answer,
      })),
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.more-is-refused',
      'blind32-live-keys-are-not-limited',
      'the limit is one of the sandbox: keys of live are never refused for their rate',
      uncounted(({ environment }) => environment.name === 'live'),
    ),
  ),
];
