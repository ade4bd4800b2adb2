import type { Mutant } from '../mutant.ts';

/** A defect with the sentence of the interface that it contradicts. */
export interface BlindMutant extends Mutant {
  readonly sentence: string;
}

/** The defects of one round, by class. */
export type BlindClasses = Readonly<Record<string, readonly Mutant[]>>;

export function against(sentence: string, mutant: Mutant): BlindMutant {
  return { ...mutant, sentence };
}
