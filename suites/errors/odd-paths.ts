import type { Refused } from './refused.ts';

/**
 * Paths under which nothing exists, which a proxy before the service may answer. Segments of one or two dots are left out, because URLs
 * normalise them; so are percent signs without hex digits, because servers refuse such a request before the service sees it.
 */
const odd = [
  { what: 'is bytes that are no UTF-8', part: 'nil%FF%FE' },
  { what: 'is a letter of UTF-8 that is cut off', part: 'nil%E2%82' },
  { what: 'is an encoded slash', part: 'nil%2Fnil' },
  { what: 'is an encoded way up', part: '..%2F..%2Fnil' },
  { what: 'is an encoded zero byte', part: 'nil%00' },
  { what: 'is an encoded end of a line', part: 'nil%0D%0Anil' },
  { what: 'is behind two slashes', part: '/nil' },
  { what: 'is three dots', part: '...' },
  { what: 'is a blank', part: '%20' },
  { what: 'is behind a semicolon', part: ';nil=1' },
  { what: 'is 1,000 characters long', part: 'n'.repeat(1_000) },
  { what: 'is letters beyond ASCII', part: 'n%C3%AFl%E2%82%A6' },
  { what: 'is an encoded percent sign', part: 'nil%25zz' },
] as const;

/** Signs that a message which quotes them has to escape, so that its body is JSON, and that are not to be taken for places to fill in. */
const texts = [
  { signs: 'a quotation mark', text: 'a"b' },
  { signs: 'a backslash', text: 'a\\b' },
  { signs: 'an end of a line', text: 'a\nb' },
  { signs: 'signs of templates', text: '%s{0}{{a}}<b>' },
  { signs: 'names to be filled in', text: `\${a}{a}%(a)s%d` },
] as const;

/** Odd paths use them in turn, so that each endpoint gets some; signs are sent to all. */
const places = [
  { method: 'GET', of: (part: string) => `/v1/refunds/${part}` },
  { method: 'GET', of: (part: string) => `/v1/checkouts/${part}` },
  { method: 'POST', of: (part: string) => `/v1/escrows/${part}/release` },
  { method: 'GET', of: (part: string) => `/v1/payouts/${part}` },
  { method: 'GET', of: (part: string) => `/v1/escrows/${part}` },
  { method: 'GET', of: (part: string) => `/v1/wallet-links/${part}` },
] as const;

/** Requests for objects that cannot exist. */
export const oddPaths: readonly Refused[] = [
  ...odd.map(({ what, part }, turn) => unknown(places[turn % places.length] ?? places[0], what, part)),
  ...texts.flatMap(({ signs, text }) =>
    places.map((place) => unknown(place, `has ${signs}`, encodeURIComponent(`nil${text}`))),
  ),
];

function unknown({ method, of: path }: (typeof places)[number], what: string, part: string): Refused {
  return {
    id: 'error.shape-of-404',
    // Such a path may be refused as unknown or as malformed.
    status: null,
    words: `${method} ${path('{reference}')} where the reference ${what}`,
    send: ({ merchant }) => merchant.api.request({ method, path: path(part), ...(method === 'POST' && { body: {} }) }),
  };
}

const quoting: readonly {
  readonly id: Refused['id'];
  readonly words: string;
  readonly send: (text: string) => Refused['send'];
}[] = [
  {
    id: 'error.shape-of-404',
    words: 'a refund of an unknown payment whose reference',
    send:
      (text) =>
      ({ merchant }) =>
        merchant.createRefund({ paymentReference: `nil${text}` }),
  },
  {
    id: 'error.shape-of-422',
    words: 'a payout to an unknown bank whose name',
    send:
      (text) =>
      ({ merchant }) =>
        merchant.createPayout({ recipient: { bankName: `Qzxv Nowhere ${text}` } }),
  },
  {
    id: 'error.shape-of-400',
    words: 'a checkout whose currency',
    send:
      (text) =>
      ({ merchant }) =>
        merchant.createCheckout({ currency: text }),
  },
];

/** Such a request may be refused for its signs alone, so the status is open. */
export const quoted: readonly Refused[] = quoting.flatMap(({ id, words, send }) =>
  texts.map(({ signs, text }) => ({ id, status: null, words: `${words} has ${signs}`, send: send(text) })),
);
