import type { Merchant } from '../../lib/interface/index.ts';

type Access = Pick<Merchant['access'], 'apiKey' | 'merchantId'>;

/** Headers that a request has beside or in place of the usual ones. */
export interface Appearance {
  readonly what: string;
  headers(access: Access, turn: number, name: string): Record<string, string | null>;
  /** A service may refuse it, which shows nothing about what else holds. */
  readonly mayBeRefused: boolean;
}

const usual = { Authorization: null, 'X-Merchant-Id': null } as const;

/**
 * Other ways in which HTTP lets a merchant write its own credentials (RFC 9110: 5.1, names of headers; 5.5, blanks around values; 11.4, one blank
 * or more behind the scheme, whose case says nothing). Those who read it strictly may refuse the other schemes; none may take one of them for
 * another merchant, or for another key.
 */
export const credentialSpellings: readonly Appearance[] = [
  {
    what: 'with their scheme in small letters',
    headers: ({ apiKey }) => ({ Authorization: `bearer ${apiKey}` }),
    mayBeRefused: true,
  },
  {
    what: 'with their scheme in capitals',
    headers: ({ apiKey }) => ({ Authorization: `BEARER ${apiKey}` }),
    mayBeRefused: true,
  },
  {
    what: 'with two blanks behind their scheme',
    headers: ({ apiKey }) => ({ Authorization: `Bearer  ${apiKey}` }),
    mayBeRefused: true,
  },
  {
    what: 'with blanks around their credentials',
    headers: ({ apiKey, merchantId }) => ({
      Authorization: `  Bearer ${apiKey}  `,
      'X-Merchant-Id': `  ${merchantId}  `,
    }),
    mayBeRefused: true,
  },
  {
    what: 'with the names of their headers in small letters',
    headers: ({ apiKey, merchantId }) => ({
      ...usual,
      authorization: `Bearer ${apiKey}`,
      'x-merchant-id': merchantId,
    }),
    mayBeRefused: false,
  },
  {
    what: 'with the names of their headers in capitals',
    headers: ({ apiKey, merchantId }) => ({
      ...usual,
      AUTHORIZATION: `Bearer ${apiKey}`,
      'X-MERCHANT-ID': merchantId,
    }),
    mayBeRefused: false,
  },
];
