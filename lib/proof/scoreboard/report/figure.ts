/** What was measured of the model or of exploration, and how. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** At least, or at most. */
  readonly aim: string;
  readonly isMet: boolean;
  readonly sample: string;
  readonly seed: number;
  /** What the figure is about, one by one. */
  readonly cases: readonly string[];
}

export function inWords({ name, value, aim, isMet, sample, seed, cases }: Figure): string {
  return [
    `${isMet ? '✓' : '✗'} ${name}: ${value} (aim: ${aim}; ${sample}; seed ${seed})`,
    ...cases.map((each) => `  ${each}`),
  ].join('\n');
}
