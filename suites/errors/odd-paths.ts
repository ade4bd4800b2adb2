import type { Refused } from './refused.ts';

/**
 * Nothing is there, and what stands in front of a service may answer for it. Dots alone are left out: a URL drops them; and so are percent
 * signs that begin nothing: a request for what is no URI is not one of HTTP, and servers refuse it before any service sees it.
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

/** Turn by turn, so that each is met by some of them. */
const places = [
  { method: 'GET', of: (part: string) => `/v1/refunds/${part}` },
  { method: 'GET', of: (part: string) => `/v1/checkouts/${part}` },
  { method: 'POST', of: (part: string) => `/v1/escrows/${part}/release` },
  { method: 'GET', of: (part: string) => `/v1/payouts/${part}` },
  { method: 'GET', of: (part: string) => `/v1/wallet-links/${part}` },
] as const;

/** Requests for what cannot be there. */
export const oddPaths: readonly Refused[] = odd.map(({ what, part }, turn): Refused => {
  const { method, of: path } = places[turn % places.length] ?? places[0];
  return {
    id: 'error.shape-of-404',
    // Such a path may be unknown, or none that can be read.
    status: null,
    words: `${method} ${path('{reference}')} where the reference is ${what}`,
    send: ({ merchant }) => merchant.api.request({ method, path: path(part), ...(method === 'POST' && { body: {} }) }),
  };
});
