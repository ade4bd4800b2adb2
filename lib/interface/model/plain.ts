import { type Exchange, objectOf } from './events.ts';

// A rule about what a target owes judges only what is plainly as the interface wants it. Where that is in doubt, nothing is concluded.

/** "`Idempotency-Key: <unique string>` (max 255 chars)": such as any server takes. */
export function hasPlainKey({ key }: Exchange): boolean {
  return key !== null && /^[\x21-\x7e]{1,255}$/.test(key);
}

/** Its body is a JSON object, spelled as any parser reads it: no field twice, nothing around it. */
export function hasPlainBody({ isJson, body, text }: Exchange): boolean {
  return isJson && objectOf(body) !== null && JSON.stringify(body) === text;
}

/** A text that a field without a pattern of its own surely takes ("max 255 chars", "max 100 chars"), in whatever unit it counts characters. */
export const isPlainText = (value: unknown): value is string =>
  typeof value === 'string' && /^\P{C}+$/u.test(value) && Buffer.byteLength(value) <= 100 && value === value.trim();

export const isPlainInteger = (value: unknown, least = 1, most = 2_000_000_000): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** Any reference that could be one, whatever characters a target takes. */
export const isPlainReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]{1,100}$/.test(value);

/** `POST release` and `POST cancel` of an escrow: no body. */
export const hasNoBody = ({ text, body }: Exchange): boolean => text === '' && body === undefined;

/** "`{ amount?: integer, reason?: string }`", of an escrow of so many kobo. */
export function isPlainEscrowRefund(exchange: Exchange, whole: number): boolean {
  if (!hasPlainBody(exchange)) return false;
  const { amount, reason, ...more } = objectOf(exchange.body) ?? {};
  const isAmount = amount === undefined || isPlainInteger(amount, 1, whole);
  return isAmount && (reason === undefined || isPlainText(reason)) && Object.keys(more).length === 0;
}

/** A request for a refund that names a payment and an amount as it should. */
export function isPlainRefund(exchange: Exchange): boolean {
  const { paymentReference, reference, amount } = objectOf(exchange.body) ?? {};
  return (
    hasPlainKey(exchange) &&
    hasPlainBody(exchange) &&
    isPlainReference(paymentReference) &&
    isPlainReference(reference) &&
    isPlainInteger(amount)
  );
}
