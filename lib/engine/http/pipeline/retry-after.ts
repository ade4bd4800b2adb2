/** The longest that a client waits after one 429. */
export const longestWaitMs = 120_000;

/**
 * How long to wait before sending again after a 429, in milliseconds: what `Retry-After` says, in seconds or as an HTTP-date compared
 * with the response's own `Date`. Where it says nothing, or nothing that lies ahead, a time that grows with the attempt (from 0), and
 * after a third one never ends: whoever says `Retry-After: 0` for ever is waited for 68 seconds in all.
 */
export function waitAfter429(headers: Readonly<Record<string, string>>, attempt: number, receivedAt: number): number {
  const said = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(said)) return Number(said) * 1_000 || fallback(attempt);
  const until = httpDate(said);
  if (until === undefined) return fallback(attempt);
  const from = httpDate(headers.date?.trim() ?? '') ?? receivedAt;
  return until > from ? until - from : fallback(attempt);
}

/** Twice soon, then once after a minute of quiet, when every way of counting a minute has forgotten the key; longer is given up. */
function fallback(attempt: number): number {
  return [1_000, 5_000, 62_000][attempt] ?? Number.POSITIVE_INFINITY;
}

/** All three spellings of an HTTP-date are in GMT; the one of asctime() does not say so. */
function httpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
