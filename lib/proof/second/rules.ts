/** A refused request; it becomes the error body of the API or of the control interface. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export type Fields = Record<string, unknown>;

export const invalid = (message: string): Refusal => new Refusal(400, 'invalid_request', message);
export const missing = (what: string): Refusal => new Refusal(404, 'no_such_thing', `There is no such ${what}.`);
export const wrongState = (message: string): Refusal => new Refusal(409, 'wrong_state', message);
export const duplicate = (reference: string): Refusal =>
  new Refusal(409, 'duplicate_reference', `The reference ${reference} is used already.`);

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A required object. */
export function fields(value: unknown, name: string): Fields {
  if (!isFields(value)) throw invalid(`${name} must be an object.`);
  return value;
}

/** A required, non-empty string; `max` counts characters, not bytes. */
export function text(value: unknown, name: string, max = Number.POSITIVE_INFINITY, pattern?: RegExp): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`${name} is required and must be text.`);
  if ([...value].length > max) throw invalid(`${name} may have ${max} characters at most.`);
  if (pattern && !pattern.test(value)) throw invalid(`${name} is not in the right form.`);
  return value;
}

/** An optional string: null counts as left out, and empty text is allowed. */
export function optionalText(value: unknown, name: string, max = Number.POSITIVE_INFINITY): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalid(`${name} must be text.`);
  if ([...value].length > max) throw invalid(`${name} may have ${max} characters at most.`);
  return value;
}

/** A required integer from `min` to `max`, both included. */
export function whole(value: unknown, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalid(`${name} must be a whole number.`);
  if (value < min || value > max) throw invalid(`${name} must be from ${min} to ${max}.`);
  return value;
}

export function naira(value: unknown): void {
  if (value !== 'NGN') throw invalid('currency must be NGN.');
}

export function email(value: unknown, name: string): string {
  return text(value, name, 254, /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/);
}

/** Any absolute URI in sandbox; only https in live. */
export function returnAddress(value: unknown, live: boolean): string {
  const address = text(value, 'returnUrl');
  const scheme = URL.canParse(address) ? new URL(address).protocol : '';
  if (scheme === '' || scheme === 'javascript:' || scheme === 'data:') throw invalid('returnUrl must be a URI.');
  if (live && scheme !== 'https:') throw invalid('returnUrl must be https in live.');
  return address;
}

/** An optional object of at most 4,096 bytes as compact JSON; returns that JSON. */
export function metadata(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const written = JSON.stringify(fields(value, 'metadata'));
  if (Buffer.byteLength(written) > 4096) throw invalid('metadata may have 4 KB at most.');
  return written;
}

export const walletPattern = /^[0-9]{10}$/;

const referencePattern = /^[A-Za-z0-9._:-]+$/;

/** At most 100 characters for checkouts. For other resources the interface states no maximum: this service permits 64. */
export function reference(value: unknown, max = 64): string {
  return text(value, 'reference', max, referencePattern);
}
