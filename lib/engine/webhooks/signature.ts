import { hash, timingSafeEqual } from 'node:crypto';
import type { Delivery } from './types.ts';

/** `malformed`: not 64 lower-case hexadecimal digits. */
export type SignatureCheck = 'valid' | 'missing' | 'malformed' | 'wrong';

export interface Verification {
  readonly v1: SignatureCheck;
  readonly v2: SignatureCheck;
  /** Unix seconds as sent; `null` if missing or not whole seconds. Whether it is recent is not judged here. */
  readonly timestamp: number | null;
  /** Both signatures are valid and the timestamp can be read. */
  readonly valid: boolean;
  /** One sentence each; never a secret or the expected signature. */
  readonly problems: readonly string[];
}

/** Both signatures of Events, Request headers: lower-case hex HMAC-SHA256, v1 of the raw body, v2 of `<timestamp>.<raw body>`. */
export function sign(body: Uint8Array, secret: string, timestamp: string): { v1: string; v2: string } {
  return { v1: hmacV1(body, secret), v2: hmacV2(body, secret, timestamp) };
}

export function verify(
  delivery: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  secret: string,
): Verification {
  const { headers, body } = delivery;
  const problems: string[] = [];
  const stamp = headers['x-service-timestamp'];
  const v1 = check(headers['x-service-signature'], () => hmacV1(body, secret));
  // Without a timestamp no second signature can be valid.
  const v2 = check(headers['x-service-signature-v2'], () => (stamp === undefined ? '' : hmacV2(body, secret, stamp)));
  if (v1 !== 'valid') problems.push(describe('x-service-signature', v1, 'the raw body'));
  if (v2 !== 'valid') {
    problems.push(describe('x-service-signature-v2', v2, 'the timestamp header as sent, a full stop and the raw body'));
  }
  const timestamp = stamp !== undefined && /^[0-9]{1,15}$/.test(stamp) ? Number(stamp) : null;
  if (timestamp === null) {
    const state = stamp === undefined ? 'is missing' : 'is not a whole number';
    problems.push(`x-service-timestamp ${state}: expected the Unix seconds at which this attempt was sent`);
  }
  return { v1, v2, timestamp, valid: problems.length === 0, problems };
}

function hmacV1(body: Uint8Array, secret: string): string {
  const key = keyOf(secret);
  return hmac(key, [key.inner, body]);
}

function hmacV2(body: Uint8Array, secret: string, timestamp: string): string {
  const key = keyOf(secret);
  // Node gives header text as one character per byte, so latin1 restores the bytes that were sent.
  return hmac(key, [key.inner, Buffer.from(`${timestamp}.`, 'latin1'), body]);
}

/** The two padded blocks of a secret (RFC 2104, section 2). */
interface Key {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

/** HMAC from the one-shot hash: one Hmac object per signature halves the capture server's speed under load, mostly by garbage collection. */
function hmac(key: Key, message: readonly Uint8Array[]): string {
  const outer = Buffer.allocUnsafe(96);
  outer.set(key.outer);
  outer.write(hash('sha256', Buffer.concat(message), 'hex'), 64, 'hex');
  return hash('sha256', outer, 'hex');
}

const keys = new Map<string, Key>();

function keyOf(secret: string): Key {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const given = Buffer.from(secret, 'utf8');
  const block = Buffer.alloc(64);
  block.set(given.length > 64 ? hash('sha256', given, 'buffer') : given);
  const key = { inner: block.map((byte) => byte ^ 0x36) as Buffer, outer: block.map((byte) => byte ^ 0x5c) as Buffer };
  if (keys.size >= 1_000) keys.clear();
  keys.set(secret, key);
  return key;
}

const ours = Buffer.alloc(64);
const theirs = Buffer.alloc(64);

function check(given: string | undefined, expected: () => string): SignatureCheck {
  if (given === undefined) return 'missing';
  // The comparison in constant time needs equal lengths.
  if (given.length !== 64 || !/^[0-9a-f]+$/.test(given)) return 'malformed';
  ours.fill(0).write(expected(), 'latin1');
  theirs.write(given, 'latin1');
  return timingSafeEqual(ours, theirs) ? 'valid' : 'wrong';
}

function describe(header: string, found: Exclude<SignatureCheck, 'valid'>, signed: string): string {
  const wanted = `HMAC-SHA256 of ${signed}, keyed with the webhook secret, as 64 lower-case hex digits`;
  if (found === 'missing') return `${header} is missing: expected the ${wanted}`;
  if (found === 'malformed') return `${header} is malformed: expected the ${wanted}`;
  return `${header} does not match: expected the ${wanted}`;
}

/** A delivery with the verification of its signatures. */
export interface Received {
  readonly delivery: Delivery;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly verification: Verification;
  /** The setting that holds the secret; null if it was made for the run. */
  readonly setting: string | null;
}
