/** Kept apart: nobody who works on the checks has looked at these. The rate on them is the one that is reported. */
import type { BlindMutant } from '../against.ts';
import { held as amounts } from './amounts.ts';
import { held as changes } from './changes.ts';
import { held as containers } from './containers.ts';
import { held as ends } from './ends.ts';
import { held as references } from './references.ts';
import { held as refusals } from './refusals.ts';
import { held as replays } from './replays.ts';
import { held as roundTrips } from './round-trips.ts';
import { held as sums } from './sums.ts';

/** By class, as `blindClasses`. */
export const heldClasses: Readonly<Record<string, readonly BlindMutant[]>> = {
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
