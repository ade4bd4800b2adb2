/** Defects written from the document alone, by an author who had read no check. */
import type { Mutant } from '../mutant.ts';
import { seen as amounts } from './amounts.ts';
import { seen as changes } from './changes.ts';
import { seen as consoles } from './console.ts';
import { seen as containers } from './containers.ts';
import { seen as credentials } from './credentials.ts';
import { seen as ends } from './ends.ts';
import { seen as events } from './events.ts';
import { heldClasses } from './held/index.ts';
import { seen as limits } from './limits.ts';
import { seen as pages } from './pages.ts';
import { seen as references } from './references.ts';
import { seen as refusals } from './refusals.ts';
import { seen as replays } from './replays.ts';
import { seen as retries } from './retries.ts';
import { seen as roundTrips } from './round-trips.ts';
import { seen as shapes } from './shapes.ts';
import { seen as substance } from './substance.ts';
import { seen as sums } from './sums.ts';
import { seen as whoMayAct } from './who-may-act.ts';

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
  'who may act': whoMayAct,
  events,
  retries,
  console: consoles,
  limits,
  credentials,
  pages,
  substance,
  shapes,
};

export const blindMutants: readonly Mutant[] = Object.values(blindClasses).flat();
export const heldMutants: readonly Mutant[] = Object.values(heldClasses).flat();

export { heldClasses };
