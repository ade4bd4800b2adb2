import type { CallOptions, CheckContext } from '../../lib/interface/index.ts';

/** Call options with a key of this environment that was never issued, and the merchant's own id. */
export function unknownKey({ data }: Pick<CheckContext, 'data'>, environment = 'test'): CallOptions {
  return { credentials: { apiKey: `svc_${environment}_sk_${data.faker.string.alphanumeric(32)}` } };
}

/** Call options with the merchant's own key, and a merchant id of this environment that was never issued. */
export function unknownMerchant({ data }: Pick<CheckContext, 'data'>, environment = 'test'): CallOptions {
  return { credentials: { merchantId: `mch_${environment}_${data.faker.string.alphanumeric(24)}` } };
}

/** The text with the case of its letters swapped; with an additional letter if it has none. */
export function otherCase(text: string): string {
  const swapped = text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return swapped === text ? `${text}x` : swapped;
}

/** The text with another character at this position; negative positions count from the end. */
export function changedAt(text: string, place: number): string {
  const at = place < 0 ? text.length + place : place;
  const other = text[at] === '7' ? '3' : '7';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
