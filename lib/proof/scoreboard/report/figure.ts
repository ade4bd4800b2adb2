/** A measured property of the model or of exploration. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** The bound: at least, or at most. */
  readonly aim: string;
  readonly isMet: boolean;
  readonly sample: string;
  readonly seed: number;
  /** The individual cases behind the figure. */
  readonly cases: readonly string[];
}

export function inWords({ name, value, aim, isMet, sample, seed, cases }: Figure): string {
  return [
    `${isMet ? '✓' : '✗'} ${name}: ${value} (aim: ${aim}; ${sample}; seed ${seed})`,
    ...cases.map((each) => `  ${each}`),
  ].join('\n');
}
