import type { HarEntry } from '../../engine/evidence/archive/har.ts';
import type { Environment } from '../../engine/run/target.ts';

// What the headers of an exchange tell.

/** The headers that the model reads: `verify` keeps no others. */
export const JUDGED_HEADERS = [
  'authorization',
  'x-merchant-id',
  'idempotency-key',
  'idempotent-replayed',
  'date',
  'retry-after',
] as const;
type JudgedHeader = (typeof JUDGED_HEADERS)[number];

export function headerOf(headers: readonly { name: string; value: string }[], name: JudgedHeader): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/**
 * `own`: the key of a merchant of this environment. `other`: a key of the other environment. `made up`: a key that was
 * never created. `no key`: none, or not sent as a Bearer token. `unknown`: the record does not tell whose credentials
 * these are, or the interface does not show whether they are valid.
 */
export type CredentialsSent = 'own' | 'other' | 'made up' | 'no key' | 'no merchant' | 'unknown merchant' | 'unknown';

/** A key and a merchant id that were never created; `digits` are drawn. */
export const madeUpKey = (digits: number) => `svc_test_sk_unknown${digits}`;
export const madeUpMerchant = (digits: number) => `mch_test_unknown${digits}`;
const MADE_UP = /^Bearer svc_test_sk_unknown\d+$/;
const MADE_UP_MERCHANT = /^mch_test_unknown\d+$/;

/**
 * The evidence masks keys by labels that are named like their settings. `isOther`: the check sent other credentials
 * than those of its own merchant.
 */
export function credentialsOf(
  headers: HarEntry['request']['headers'],
  isOther: boolean,
  environment: Environment,
): CredentialsSent {
  const named = (name: JudgedHeader) => headers.filter((header) => header.name.toLowerCase() === name);
  const [authorization, ...more] = named('authorization');
  const [merchant, ...others] = named('x-merchant-id');
  // Which of several headers counts is not shown.
  if (more.length > 0 || others.length > 0) return 'unknown';
  if (authorization === undefined || isNoToken(authorization.value)) return 'no key';
  if (merchant === undefined || merchant.value === '') return 'no merchant';
  if (MADE_UP.test(authorization.value)) return 'made up';
  const label = /^Bearer \$TARGET_(OTHER_|LIVE_)?API_KEY$/.exec(authorization.value);
  if (label === null) return 'unknown';
  if ((label[1] === 'LIVE_') !== (environment === 'live')) return 'other';
  if (MADE_UP_MERCHANT.test(merchant.value)) return 'unknown merchant';
  return isOther ? 'unknown' : 'own';
}

/**
 * Whether the header is not "`Authorization: Bearer <API_KEY>`": another scheme, no scheme, or text after the key. HTTP
 * ignores the case of the scheme. A key that is repeated in one header can be read either way and counts as a token.
 */
function isNoToken(value: string): boolean {
  const [scheme = '', key = '', ...more] = value.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || key === '') return true;
  return more.length > 0 && /^[A-Za-z0-9]+$/.test(more.join(''));
}
