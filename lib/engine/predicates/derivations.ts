import { parseInstant } from '../time/instant.ts';
import { derivation } from './trace.ts';
import { type ExchangeView, partOf } from './views.ts';

// Calculations that many suites need; those that only one topic needs are defined there.

/** `a` minus `b`; NaN unless both are numbers. */
export const difference = derivation('difference', (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : Number.NaN,
);

/** Number of different values in a list. */
export const distinct = derivation('distinct', (list: readonly unknown[]) => different(list).length);

/** The different values of one part of each list member, in order of first occurrence: `differentOf(webhooks, 'path')`. */
export const differentOf = derivation('different of', (list: readonly unknown[], name: string) =>
  different(list.map((each) => partOf(each, name.split('.')))),
);

/** Epoch milliseconds of an ISO 8601 date-time; undefined if it is not one. */
export const instant = derivation('instant', (text: unknown) =>
  typeof text === 'string' ? parseInstant(text) : undefined,
);

/** As `instant`, in seconds. */
export const instantInSeconds = derivation('instant in seconds', (text: unknown) => {
  const at = typeof text === 'string' ? parseInstant(text) : undefined;
  return at === undefined ? undefined : at / 1_000;
});

/** Unix seconds of a webhook's `x-service-timestamp`; null if it is missing or not a whole number. */
export const timestamp = derivation(
  'timestamp',
  ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => {
    const stamp = headers['x-service-timestamp'];
    return stamp !== undefined && /^[0-9]{1,15}$/.test(stamp) ? Number(stamp) : null;
  },
);

/** The raw bytes of a webhook's body, as text. */
export const bodyText = derivation('body text', ({ body }: { readonly body: string }) =>
  Buffer.from(body, 'base64').toString(),
);

/** Those of `texts` that contain `text`, ignoring white space and case. */
export const readIn = derivation('read in', (texts: readonly string[], text: string) => {
  const plain = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase();
  return texts.filter((read) => plain(read).includes(plain(text)));
});

/** The exchanges that have this status. */
export const withStatus = derivation('with status', (answers: readonly ExchangeView[], status: number) =>
  answers.filter((answer) => answer.status === status),
);

/** The scheme of an absolute address, without its colon; undefined if it is not an address. */
export const schemeOf = derivation('scheme of', (url: unknown) =>
  typeof url === 'string' ? URL.parse(url)?.protocol.slice(0, -1) : undefined,
);

function different(list: readonly unknown[]): unknown[] {
  return [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
}
