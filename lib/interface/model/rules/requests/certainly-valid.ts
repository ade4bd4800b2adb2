import { type Exchange, objectOf } from '../../events.ts';

// A rule about what a target must do judges only requests that are certainly valid. In doubt nothing is concluded.

/** "`Idempotency-Key: <unique string>` (max 255 chars)": printable ASCII, which any server accepts. */
export function isCertainlyValidKey({ key }: Exchange): boolean {
  return key !== null && /^[\x21-\x7e]{1,255}$/.test(key);
}

/** The body is a JSON object that every parser reads alike: no field twice, no spaces, nothing around it. */
export function isCertainlyValidBody({ isJson, body, text }: Exchange): boolean {
  return isJson && objectOf(body) !== null && JSON.stringify(body) === text;
}

/**
 * A text that a field with a length limit certainly accepts ("max 255 chars", "max 100 chars"), in whatever unit the
 * target counts characters.
 */
export const isCertainlyValidText = (value: unknown): value is string =>
  typeof value === 'string' && PLAIN.test(value) && Buffer.byteLength(value) <= 100 && value === value.trim();

/** Without signs of markup and templates, and without any beyond the first plane: a service that guards itself may refuse them. */
const PLAIN = /^[^\p{C}<>{}\u{10000}-\u{10ffff}]+$/u;

export const isCertainlyValidInteger = (value: unknown, least = 1, most = 2_000_000_000): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** A checkout's reference that any target accepts; `.` and `..` are special path segments. */
export const isCertainlyValidReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]{1,100}$/.test(value);

/**
 * The same where neither characters nor a maximum length are shown: a target may take no more than those of a UUID, and small letters alone.
 */
export const isCertainlyShortReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9-]{1,36}$/.test(value);

/** `POST release` and `POST cancel` of an escrow have no body. */
export const hasNoBody = ({ text, body }: Exchange): boolean => text === '' && body === undefined;

/** "`{ amount?: integer, reason?: string }`", for an escrow of `whole` kobo. */
export function isCertainlyValidEscrowRefund(exchange: Exchange, whole: number): boolean {
  if (!isCertainlyValidBody(exchange)) return false;
  const { amount, reason, ...more } = objectOf(exchange.body) ?? {};
  const isAmount = amount === undefined || isCertainlyValidInteger(amount, 1, whole);
  return isAmount && (reason === undefined || isCertainlyValidText(reason)) && Object.keys(more).length === 0;
}

/** A refund request whose key, references and amount are certainly valid. */
export function isCertainlyValidRefund(exchange: Exchange): boolean {
  const { paymentReference, reference, amount } = objectOf(exchange.body) ?? {};
  return (
    isCertainlyValidKey(exchange) &&
    isCertainlyValidBody(exchange) &&
    isCertainlyValidReference(paymentReference) &&
    isCertainlyValidReference(reference) &&
    isCertainlyValidInteger(amount)
  );
}
