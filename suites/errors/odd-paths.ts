import type { Refused } from './refused.ts';

/**
 * Paths under which nothing exists, which a proxy before the service may answer. Segments of one or two dots are left out, because URLs
 * normalise them; so are percent signs without hex digits, because servers refuse such a request before the service sees it.
 */
const odd = [
  { what: 'bytes that are no UTF-8', part: 'nil%FF%FE' },
  { what: 'a letter of UTF-8 that is cut off', part: 'nil%E2%82' },
  { what: 'an encoded slash', part: 'nil%2Fnil' },
  { what: 'an encoded way up', part: '..%2F..%2Fnil' },
  { what: 'an encoded zero byte', part: 'nil%00' },
  { what: 'an encoded end of a line', part: 'nil%0D%0Anil' },
  { what: 'behind two slashes', part: '/nil' },
  { what: 'three dots', part: '...' },
  { what: 'a blank', part: '%20' },
  { what: 'behind a semicolon', part: ';nil=1' },
  { what: '1,000 characters long', part: 'n'.repeat(1_000) },
  { what: 'letters beyond ASCII', part: 'n%C3%AFl%E2%82%A6' },
  { what: 'an encoded percent sign', part: 'nil%25zz' },
] as const;

/** Used in turn, so that each endpoint gets some of the paths. */
const places = [
  { method: 'GET', of: (part: string) => `/v1/refunds/${part}` },
  { method: 'GET', of: (part: string) => `/v1/checkouts/${part}` },
  { method: 'POST', of: (part: string) => `/v1/escrows/${part}/release` },
  { method: 'GET', of: (part: string) => `/v1/payouts/${part}` },
  { method: 'GET', of: (part: string) => `/v1/wallet-links/${part}` },
] as const;

/** Requests for objects that cannot exist. */
export const oddPaths: readonly Refused[] = odd.map(({ what, part }, turn): Refused => {
  const { method, of: path } = places[turn % places.length] ?? places[0];
  return {
    id: 'error.shape-of-404',
    // Such a path may be refused as unknown or as malformed.
    status: null,
    words: `${method} ${path('{reference}')} where the reference is ${what}`,
    send: ({ merchant }) => merchant.api.request({ method, path: path(part), ...(method === 'POST' && { body: {} }) }),
  };
});
