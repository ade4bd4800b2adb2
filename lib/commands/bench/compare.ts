/** Two ways of doing the same work, measured alternately. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** One figure per round, for each side. */
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  /** `ours` divided by `bare`, for each round. */
  readonly ratios: readonly number[];
  readonly bound: string;
  readonly met: boolean;
}

/**
 * Measures alternately, and alternates which side goes first, so that other load on the machine affects both. The first pair is a warm-up
 * and is discarded.
 */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number[]; bare: number[]; ratios: number[] }> {
  const figures = { ours: [] as number[], bare: [] as number[], ratios: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    let [a, b] = [0, 0];
    if (round % 2 === 0) [a, b] = [await ours(), await bare()];
    else [b, a] = [await bare(), await ours()];
    if (round === 0) continue;
    figures.ours.push(a);
    figures.bare.push(b);
    figures.ratios.push(a / b);
  }
  return figures;
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

function quantile(figures: readonly number[], part: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

export function formatComparison({ what, unit, ours, bare, ratios, bound, met }: Comparison): string {
  const spread = `half of them ${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`;
  const sides = `${figure(median(ours))} ${unit} against ${figure(median(bare))} ${unit} bare`;
  return `${met ? '✓' : '✗'} ${what}: ratio ${median(ratios).toFixed(2)} (${spread}; ${bound}) — ${sides}`;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(3);
}
