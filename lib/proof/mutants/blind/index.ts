/**
 * Defects written from the document alone, by authors who had read no check, a folder per round. A round is held until it was measured:
 * nobody who works on the checks looks at it. Then it may be read, and the next one is written.
 */
import type { Mutant } from '../mutant.ts';
import type { BlindClasses } from './against.ts';
import { readRound } from './round.ts';

/** Those that may be read. */
export const blindRounds = {
  first: await readRound('first'),
  second: await readRound('second'),
  third: await readRound('third'),
  fourth: await readRound('fourth'),
  fifth: await readRound('fifth'),
  sixth: await readRound('sixth'),
  seventh: await readRound('seventh'),
  eighth: await readRound('eighth'),
  ninth: await readRound('ninth'),
  tenth: await readRound('tenth'),
  eleventh: await readRound('eleventh'),
  twelfth: await readRound('twelfth'),
  thirteenth: await readRound('thirteenth'),
  fourteenth: await readRound('fourteenth'),
  fifteenth: await readRound('fifteenth'),
  sixteenth: await readRound('sixteenth'),
  seventeenth: await readRound('seventeenth'),
  eighteenth: await readRound('eighteenth'),
  nineteenth: await readRound('nineteenth'),
  twentieth: await readRound('twentieth'),
  'twenty-first': await readRound('twenty-first'),
  'twenty-second': await readRound('twenty-second'),
  'twenty-third': await readRound('twenty-third'),
  'twenty-fourth': await readRound('twenty-fourth'),
  'twenty-fifth': await readRound('twenty-fifth'),
  'twenty-sixth': await readRound('twenty-sixth'),
  'twenty-seventh': await readRound('twenty-seventh'),
  'twenty-eighth': await readRound('twenty-eighth'),
  'twenty-ninth': await readRound('twenty-ninth'),
  thirtieth: await readRound('thirtieth'),
  'thirty-first': await readRound('thirty-first'),
  'thirty-second': await readRound('thirty-second'),
  'thirty-third': await readRound('thirty-third'),
  'thirty-fourth': await readRound('thirty-fourth'),
  'thirty-fifth': await readRound('thirty-fifth'),
  /** Of other kinds than those that were known, for each requirement of which there were fewer than three; by topic. */
  'by-requirement': await readRound('by-requirement'),
} satisfies Record<string, BlindClasses>;
export type BlindRound = keyof typeof blindRounds;

const merged = (rounds: readonly BlindClasses[]): BlindClasses => {
  const classes = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries([...classes].map((name) => [name, rounds.flatMap((round) => round[name] ?? [])]));
};

/** The rounds that no author of a check has read yet. */
export const heldRounds = {
  held: await readRound('held'),
} satisfies Record<string, BlindClasses>;

/** Their defects. The kill rate that the project reports is the rate on them. */
export const heldClasses: BlindClasses = merged(Object.values(heldRounds));

/** Every round that may be read, by class of defect. */
export const blindClasses: BlindClasses = merged(Object.values(blindRounds));

export const blindMutants: readonly Mutant[] = Object.values(blindClasses).flat();
export const heldMutants: readonly Mutant[] = Object.values(heldClasses).flat();
