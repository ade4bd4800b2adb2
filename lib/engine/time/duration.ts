/** A span of time as the register and suites write it: `90s`, `15m`, `24h`. */
export type Duration = `${number}${'s' | 'm' | 'h'}`;

const secondsPer = { s: 1, m: 60, h: 3600 } as const;

/** Parses a duration: `90` and `90s` are seconds, `15m` minutes, `25h` hours. Returns seconds, or undefined if the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(text.trim());
  if (match === null) return undefined;
  const unit = match[2] === 'm' || match[2] === 'h' ? match[2] : 's';
  return Number(match[1]) * secondsPer[unit];
}

/** Seconds of a duration that the register or a suite states. Throws an Error if it is malformed. */
export function seconds(duration: Duration): number {
  const parsed = parseDuration(duration);
  if (parsed === undefined) throw new Error(`not a duration: ${duration}`);
  return parsed;
}

/** Formats seconds for people: `42 s`, `6 min`, `24 h`. */
export function formatDuration(lengthSeconds: number): string {
  if (lengthSeconds < 120) return `${Number(lengthSeconds.toFixed(lengthSeconds < 10 ? 1 : 0))} s`;
  if (lengthSeconds < 2 * 3600) return `${Number((lengthSeconds / 60).toFixed(1))} min`;
  return `${Number((lengthSeconds / 3600).toFixed(1))} h`;
}
