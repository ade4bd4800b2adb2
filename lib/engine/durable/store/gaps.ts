/** A period in which no process of the run listened, in epoch milliseconds of the run's clock. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The periods between those in which a process listened. */
export function gapsBetween(listening: readonly { since: number; until: number }[]): Gap[] {
  const gaps: Gap[] = [];
  let listenedUntil = Number.POSITIVE_INFINITY;
  for (const { since, until } of listening.toSorted((a, b) => a.since - b.since)) {
    if (since > listenedUntil) gaps.push({ from: listenedUntil, to: since });
    listenedUntil = Math.max(Number.isFinite(listenedUntil) ? listenedUntil : until, until);
  }
  return gaps;
}

/** `nobody listened from 2026-11-20 16:52:28 to 16:55:01 UTC` */
export function formatGap({ from, to }: Gap): string {
  const [date = '', began = ''] = utc(from);
  const [lastDate = '', ended = ''] = utc(to);
  return `nobody listened from ${date} ${began} to ${lastDate === date ? '' : `${lastDate} `}${ended} UTC`;
}

function utc(at: number): string[] {
  return new Date(at).toISOString().slice(0, 19).split('T');
}
