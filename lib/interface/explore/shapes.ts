import { createHash, randomInt } from 'node:crypto';
import type { CallOptions } from '../../engine/http/index.ts';
import { madeUpKey, madeUpMerchant } from '../model/events.ts';

// Shapes of references and keys, and wrong credentials. The suffix of a name in a story states its shape: `{c5_stop}`
// ends with a full stop.

/** Shapes of references: letters, digits, `.`, `_`, `:`, `-` are allowed for checkouts; see `variants`. */
export const shapes = [
  ...Array<''>(5).fill(''),
  '_stop',
  '_colon',
  '_under',
  '_mixed',
  '_hundred',
  '_digits',
  '_suffix',
] as const;

/** "`Idempotency-Key: <unique string>` (max 255 chars)". */
export const keyShapes = [...Array<''>(6).fill(''), '_full', '_digits', '_signs'] as const;

/** Digits derived from a unique text. */
const digitsOf = (text: string) => String(createHash('sha256').update(text).digest().readBigUInt64BE());

/**
 * References and keys of all shapes, including pairs that only a careless comparison takes for equal: `c5_first` and
 * `c5_last` differ in the hundredth character.
 */
export const variants = {
  bare: (base) => base,
  stop: (base) => `${base}.`,
  colon: (base) => `${base}:7`,
  under: (base) => `_${base}_1`,
  any: (base) => `_${base}x1`,
  mixed: (base) => `Aa.Bb-${base}`,
  hundred: (base) => base.padEnd(100, 'x'),
  full: (base) => base.padEnd(255, 'x'),
  // Two keys of the greatest length that differ in their last character alone, and one that is too long.
  fullone: (base) => `${base.padEnd(254, 'x')}1`,
  fulltwo: (base) => `${base.padEnd(254, 'x')}2`,
  beyond: (base) => base.padEnd(256, 'x'),
  // Of the signs that every limit on keys lets through: which others a key may have is not shown.
  signs: (base) => `req:${base}.a_b-c.1`,
  plain: (base) => base.replaceAll('-', ''),
  first: (base) => `${base.padEnd(99, 'x')}1`,
  last: (base) => `${base.padEnd(99, 'x')}2`,
  // A router may take this for a format.
  suffix: (base) => `${base}.json`,
  digits: digitsOf,
  zeros: (base) => `00${digitsOf(base)}`,
  upper: (base) => base.toUpperCase(),
  lower: (base) => base.toLowerCase(),
  dot: (base) => `${base}.1`,
  dash: (base) => `${base}-1`,
} as const satisfies Record<string, (base: string) => string>;
export type Variant = keyof typeof variants;

const authorization = (value: string | null): CallOptions => ({ headers: { Authorization: value } });

/** Credentials with which every request must be refused. */
export const wrongCredentials = {
  'unknown key': () => ({ credentials: { apiKey: madeUpKey(randomInt(1e9)) } }),
  'unknown merchant': () => ({ credentials: { merchantId: madeUpMerchant(randomInt(1e9)) } }),
  'no key': () => authorization(null),
  'no merchant': () => ({ headers: { 'X-Merchant-Id': null } }),
  'no scheme': (key) => authorization(key),
  'scheme Basic': (key) => authorization(`Basic ${key}`),
  'scheme Token': (key) => authorization(`Token ${key}`),
  'words behind the key': (key) => authorization(`Bearer ${key} and more`),
} as const satisfies Record<string, (key: string) => CallOptions>;
export type WrongCredentials = keyof typeof wrongCredentials;
