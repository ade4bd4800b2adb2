/** What frameworks and proxies do by default: paths, methods, sizes, encodings. The interface says JSON and HTTP, and no more. */
import { gzipSync } from 'node:zlib';
import { functions } from '../../mutants/change.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import { answersLeave, before, decisions } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const widely = ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'idempotency', 'errors'] as const;
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, idempotent-replayed',
};

export const http: readonly PermittedVariant[] = [
  reading(
    {
      name: 'paths-in-any-case',
      // Endpoints: the paths are named, others are not forbidden. Express and ASP.NET route so unless told otherwise.
      what: 'paths are found in any letter case, and with a slash at their end',
      touches: [...widely, 'authentication', 'versioning', 'environments', 'banks', 'balance', 'accounts'],
    },
    decisions({ paths: 'in any case' }),
  ),
  reading(
    {
      name: 'options-for-browsers',
      // Methods beside those of the table of endpoints: not shown.
      what: 'OPTIONS is answered 204 before anything else, and every answer has the headers that browsers ask for',
      touches: [...widely, 'authentication', 'rate-limit'],
      decides: ['error.other-method'],
    },
    functions(({ finish }) => ({
      async finish(response, asked, clock) {
        if (asked.method === 'OPTIONS')
          return new Response(null, { status: 204, headers: { ...cors, 'access-control-allow-headers': '*' } });
        const last = finish ? await finish(response, asked, clock) : response;
        return new Response(last.body, {
          status: last.status,
          headers: { ...Object.fromEntries(last.headers), ...cors },
        });
      },
    })),
  ),
  reading(
    {
      name: 'answers-compressed',
      // RFC 9110, 12.5.3: a server may choose among the encodings that the client accepts.
      what: 'answers are compressed where the client accepts it',
      touches: [...widely, 'banks', 'balance'],
    },
    answersLeave(({ status, headers, text }, asked) => {
      if (text === '' || !/\bgzip\b/.test(String(asked.headers['accept-encoding'] ?? '')))
        return { status, headers, text };
      return new Response(gzipSync(text), {
        status,
        headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
      });
    }),
  ),
  reading(
    {
      name: 'answers-of-a-vendor-type',
      oneOf: 'content types',
      // "Request and response bodies are JSON": how their type is named is not shown.
      what: 'answers are application/vnd.merchant-payments.v1+json',
      touches: [...widely, 'balance', 'banks', 'accounts', 'rate-limit'],
    },
    answersLeave((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'application/vnd.merchant-payments.v1+json; charset=utf-8' },
    })),
  ),
  reading(
    {
      name: 'bodies-of-16-kilobytes',
      oneOf: 'bodies',
      // The largest body is not shown; a request with 4 KB of metadata and every other text at its longest has some 7 KB.
      what: 'a body may have 16 KB',
      touches: [...widely, 'environments', 'webhooks'],
      decides: ['error.huge-body'],
    },
    decisions({ largestBodyBytes: 16_384 }),
  ),
  reading(
    {
      name: 'texts-that-a-database-stores',
      what: 'a text with a zero character or half a surrogate pair is refused: PostgreSQL cannot store it',
      touches: [...widely, 'webhooks', 'hosted-pages'],
    },
    before('checkFields', (asked, next) => {
      if (/\\u0000|\\ud[89ab]|\\ud[c-f]/i.test(JSON.stringify(asked.body.value)))
        throw new Refusal({ status: 400, code: 'invalid_request' }, 'a text has a character that cannot be stored');
      return next();
    }),
  ),
  reading(
    {
      name: 'bodies-of-64-levels',
      what: 'a body with more than 64 levels of objects and lists is refused, as System.Text.Json does',
      touches: [...widely],
    },
    before('checkFields', (asked, next) => {
      if (levels(asked.body.value) > 64)
        throw new Refusal({ status: 400, code: 'invalid_request' }, 'the body is nested too deeply');
      return next();
    }),
  ),
];

function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levels));
}
