import type { Mutant } from '../../mutants/index.ts';
import type { ScoredMutant } from './score.ts';

/** The results for the blind mutants of one class. */
export interface ClassScore {
  readonly name: string;
  readonly mutants: number;
  /** Detected at the requirement that they break. */
  readonly killed: readonly string[];
  /** Detected only by checks of other requirements, of which only a sample is run by default. */
  readonly elsewhere: readonly string[];
  readonly survived: readonly string[];
  readonly notTried: readonly string[];
}

export function byClass(
  classes: Readonly<Record<string, readonly Pick<Mutant, 'name'>[]>>,
  scored: readonly Pick<ScoredMutant, 'name' | 'fate'>[],
): ClassScore[] {
  return Object.entries(classes).map(([name, mutants]) => {
    const members = new Set(mutants.map((each) => each.name));
    const own = scored.filter((each) => members.has(each.name));
    const of = (fate: ScoredMutant['fate']) => own.filter((each) => each.fate === fate).map((each) => each.name);
    return {
      name,
      mutants: own.length,
      killed: of('killed'),
      elsewhere: of('survived'),
      survived: of('breaks nothing'),
      notTried: of('not tried'),
    };
  });
}

/** One line for each class, and the totals. */
export function classLines(classes: readonly ClassScore[]): string[] {
  if (classes.length === 0) return [];
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(18) : String(cell).padStart(11))).join('');
  const figures = ({ mutants, killed, elsewhere, survived, notTried }: ClassScore) => [
    mutants,
    killed.length,
    elsewhere.length,
    survived.length,
    notTried.length,
  ];
  const sum = classes.map(figures).reduce((total, each) => total.map((count, at) => count + (each[at] ?? 0)));
  return [
    row(['class', 'mutants', 'killed', 'elsewhere', 'survived', 'not tried']),
    ...classes.map((each) => row([each.name, ...figures(each)])),
    row(['all', ...sum]),
    '',
  ];
}
