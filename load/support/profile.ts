// How arrivals come over time: shared by the script, which asks k6 for them, and by the audit, which has to know when each was due.

export const profileNames = ['constant', 'ramp', 'spike', 'soak'] as const;
export type ProfileName = (typeof profileNames)[number];

/** As k6's ramping-arrival-rate takes it. Rates are whole numbers a minute. */
export interface Profile {
  readonly startRate: number;
  readonly stages: readonly { readonly target: number; readonly seconds: number }[];
}

/** `rate`: arrivals a second at the most. */
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

/** How many arrivals there are in all. */
export function arrivalsOf(profile: Profile): number {
  return Math.floor(stagesOf(profile).reduce((sum, { count }) => sum + count, 0) + 1e-9);
}

/** Milliseconds after its start at which the arrival of this number, from 0, is due: where the area under the rate reaches the next whole. */
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

/** Rates a second, and how many arrivals each stage has. */
function stagesOf({ startRate, stages }: Profile) {
  return stages.map(({ target, seconds }, place) => {
    const from = (stages[place - 1]?.target ?? startRate) / 60;
    const to = target / 60;
    return { from, to, seconds, count: ((from + to) / 2) * seconds };
  });
}
