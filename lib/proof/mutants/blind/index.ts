/** Defects written from the document alone, by an author who had read no check. */
import type { Mutant } from '../mutant.ts';
import { seen as amounts } from './amounts.ts';
import { seen as changes } from './changes.ts';
import { seen as containers } from './containers.ts';
import { seen as ends } from './ends.ts';
import { seen as references } from './references.ts';
import { seen as refusals } from './refusals.ts';
import { seen as replays } from './replays.ts';
import { seen as roundTrips } from './round-trips.ts';
import { seen as sums } from './sums.ts';

export const blindMutants: readonly Mutant[] = [
  ...ends,
  ...refusals,
  ...replays,
  ...sums,
  ...amounts,
  ...references,
  ...changes,
  ...roundTrips,
  ...containers,
];
