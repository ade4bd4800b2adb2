/** What frameworks and proxies do by default. The interface says JSON over HTTP, and no more. */
import { gzipSync } from 'node:zlib';
import { answersLeave, decisions } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const widely = ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'idempotency', 'errors'] as const;

export const http: readonly PermittedVariant[] = [
  reading(
    {
      name: 'date-of-the-web-server',
      // The document names no `Date`: a server in front of the service writes it, by a clock that control does not move.
      what: 'the `Date` header has the real time, also while the clock of the service is ahead of it',
      touches: [...widely, 'webhooks'],
    },
    // One that tells when to ask again has to be of the clock that it tells it by.
    answersLeave((answer) =>
      'retry-after' in answer.headers
        ? answer
        : { ...answer, headers: { ...answer.headers, date: new Date().toUTCString() } },
    ),
  ),
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
];
