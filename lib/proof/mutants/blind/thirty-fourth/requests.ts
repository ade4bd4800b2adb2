/** Requests and answers on their way: encodings, formats and what counts as a request. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const PAIR = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi;

/** The year to which the week belongs, weeks from Sunday to Saturday: that of its Saturday. */
function weekYear(time: string): number {
  const date = new Date(time);
  date.setUTCDate(date.getUTCDate() + 6 - date.getUTCDay());
  return date.getUTCFullYear();
}

export const found: readonly BlindMutant[] = [
  against(
    'POST | /v1/checkouts | Checkout create body | 201 `{ id, reference, checkoutUrl, status }`',
    mutant(
      'checkout.created',
      'blind34-bodies-in-chunks-are-not-read',
      'as much of a body is read as Content-Length says: one that is sent in chunks, as some client libraries do by default, is taken to be empty, and the request is refused',
      before('readBody', (asked, next) => {
        if (/chunked/i.test(asked.header('transfer-encoding') ?? '')) asked.raw = Buffer.alloc(0);
        return next();
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-422',
      'blind34-errors-are-pages-for-some-clients',
      'the framework answers errors in the format that the client prefers: one whose Accept header begins with text/html, as that of the client of Java does unless told otherwise, gets a page of HTML in place of the error',
      answers('everywhere', (reply, { header }) => {
        if (reply.status < 400 || !/^\s*text\/html/i.test(header('accept') ?? '')) return reply;
        const text = `<!doctype html><title>Error ${reply.status}</title><h1>Error ${reply.status}</h1>`;
        return { ...reply, text, headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' } };
      }),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind34-escaped-pairs-are-two-characters',
      'the two halves of a character that is escaped in JSON as a pair, as the JSON library of Python writes emoji, are decoded each by itself: the record has two replacement characters in its place',
      before('readBody', (asked, next) => {
        const text = asked.raw.toString('utf8');
        if (text.search(PAIR) >= 0) asked.raw = Buffer.from(text.replace(PAIR, '\\ufffd\\ufffd'));
        return next();
      }),
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind34-balance-of-a-wallet-counts-twice',
      "to read the balance of a linked wallet the service asks its own interface for the link, with the merchant's key: each such request counts as two, and after 60 within a minute the key is refused",
      before('act', (asked, next) => {
        if (isAt(asked, 'getWalletBalance')) asked.merchant.rate.admit(asked.service.clock.now());
        return next();
      }),
    ),
  ),
  against(
    'Request and response bodies are JSON. Timestamps are ISO 8601 date-times.',
    mutant(
      'checkout.created-at-true',
      'blind34-year-of-the-week',
      'times are formatted with the year of the week in place of that of the day: createdAt of checkouts made in the last days of December says the next year',
      shows('getCheckout', (body) => {
        const createdAt = String(body.createdAt);
        return { ...body, createdAt: `${weekYear(createdAt)}${createdAt.slice(4)}` };
      }),
    ),
  ),
];
