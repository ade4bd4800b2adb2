/**
 * Defects written from the document alone, by authors who had read no check, a folder per round. A round is held until it was measured:
 * nobody who works on the checks looks at it. Then it may be read, and the next one is written.
 */
import type { Mutant } from '../mutant.ts';
import type { BlindClasses } from './against.ts';
import { fifth } from './fifth/index.ts';
import { first } from './first/index.ts';
import { fourth } from './fourth/index.ts';
import { held as heldClasses } from './held/index.ts';
import { second } from './second/index.ts';
import { third } from './third/index.ts';

/** Those that may be read. */
export const blindRounds = { first, second, third, fourth, fifth } satisfies Record<string, BlindClasses>;
export type BlindRound = keyof typeof blindRounds;

const merged = (rounds: readonly BlindClasses[]): BlindClasses => {
  const classes = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries([...classes].map((name) => [name, rounds.flatMap((round) => round[name] ?? [])]));
};

/** Every round that may be read, by class of defect. */
export const blindClasses: BlindClasses = merged(Object.values(blindRounds));

export const blindMutants: readonly Mutant[] = Object.values(blindClasses).flat();
export const heldMutants: readonly Mutant[] = Object.values(heldClasses).flat();

export { heldClasses };
