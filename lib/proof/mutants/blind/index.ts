/** Defects written from the document alone, by an author who had read no check. */
import type { Mutant } from '../mutant.ts';
import { seen as amounts } from './amounts.ts';
import { seen as changes } from './changes.ts';
import { seen as containers } from './containers.ts';
import { seen as ends } from './ends.ts';
import { heldClasses } from './held/index.ts';
import { seen as references } from './references.ts';
import { seen as refusals } from './refusals.ts';
import { seen as replays } from './replays.ts';
import { seen as roundTrips } from './round-trips.ts';
import { seen as sums } from './sums.ts';

/** By class of defect. */
export const blindClasses: Readonly<Record<string, readonly Mutant[]>> = {
  ends,
  refusals,
  replays,
  sums,
  amounts,
  references,
  changes,
  'round trips': roundTrips,
  containers,
};

export const blindMutants: readonly Mutant[] = Object.values(blindClasses).flat();
export const heldMutants: readonly Mutant[] = Object.values(heldClasses).flat();

export { heldClasses };
