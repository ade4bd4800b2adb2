// Arrival rate over time. Shared by the script, which configures k6 with it, and the audit, which computes when each arrival was due.

export const profileNames = ['constant', 'ramp', 'spike', 'soak'] as const;
export type ProfileName = (typeof profileNames)[number];

/** In the form of k6's ramping-arrival-rate executor. Rates are whole numbers of arrivals per minute. */
export interface Profile {
  readonly startRate: number;
  readonly stages: readonly { readonly target: number; readonly seconds: number }[];
}

/** `rate`: maximum arrivals per second. */
export function profileOf(name: ProfileName, rate: number, seconds: number): Profile {
  const most = Math.max(1, Math.round(rate * 60));
  const few = Math.max(1, Math.round(rate * 6));
  switch (name) {
    case 'ramp':
      return { startRate: few, stages: [{ target: most, seconds }] };
    case 'spike':
      return {
        startRate: few,
        stages: [
          { target: few, seconds: seconds * 0.3 },
          { target: most, seconds: 0 },
          { target: most, seconds: seconds * 0.3 },
          { target: few, seconds: 0 },
          { target: few, seconds: seconds * 0.4 },
        ],
      };
    case 'constant':
    case 'soak':
      return { startRate: most, stages: [{ target: most, seconds }] };
  }
}

/** Total number of arrivals. */
export function arrivalsOf(profile: Profile): number {
  return Math.floor(stagesOf(profile).reduce((sum, { count }) => sum + count, 0) + 1e-9);
}

/** Milliseconds after the start at which arrival `turn`, from 0, is due: when the integral of the rate reaches `turn` + 1. */
export function dueMsOf(profile: Profile, turn: number): number {
  let begins = 0;
  let before = 0;
  for (const { from, to, seconds, count } of stagesOf(profile)) {
    const wanted = turn + 1 - before;
    if (wanted <= count + 1e-9) {
      // from × t + (to - from) / seconds × t² / 2 = wanted
      const grows = seconds === 0 ? 0 : (to - from) / seconds;
      const after = (2 * wanted) / (from + Math.sqrt(Math.max(0, from * from + 2 * grows * wanted)));
      return (begins + after) * 1_000;
    }
    begins += seconds;
    before += count;
  }
  return begins * 1_000;
}

/** Rates per second at the start and end of each stage, and its number of arrivals. */
function stagesOf({ startRate, stages }: Profile) {
  return stages.map(({ target, seconds }, place) => {
    const from = (stages[place - 1]?.target ?? startRate) / 60;
    const to = target / 60;
    return { from, to, seconds, count: ((from + to) / 2) * seconds };
  });
}
