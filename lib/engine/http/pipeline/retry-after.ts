/** Maximum wait after one 429, in milliseconds. */
export const MAX_WAIT_MS = 120_000;

/**
 * How long to wait after a 429 before sending again, in milliseconds: `Retry-After` in seconds, or as an HTTP-date compared with the
 * answer's own `Date`. If it is missing, unreadable or not in the future, a time that grows with the attempt (from 0); Infinity after the
 * third. A target that always says `Retry-After: 0` is waited for 68 seconds in all.
 */
export function waitAfter429(headers: Headers, attempt: number, receivedAt: number): number {
  return toldAfter429(headers, receivedAt) ?? fallback(attempt);
}

/** The wait that a 429 asks for, in milliseconds; undefined if it names none that is in the future. */
export function toldAfter429(headers: Headers, receivedAt: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000 || undefined;
  const until = httpDate(value);
  if (until === undefined) return undefined;
  const from = httpDate(headers.date?.trim() ?? '') ?? receivedAt;
  return until > from ? until - from : undefined;
}

type Headers = Readonly<Record<string, string>>;

/** Two short waits, then one of more than a minute, after which every way of counting a minute has forgotten the key. */
function fallback(attempt: number): number {
  return [1_000, 5_000, 62_000][attempt] ?? Number.POSITIVE_INFINITY;
}

/** All three forms of an HTTP-date are in GMT; that of asctime() does not say so. */
function httpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
