/** Kept apart: nobody who works on the checks has looked at these. The rate on them is the one that is reported. */
import type { BlindMutant } from '../against.ts';
import { held as amounts } from './amounts.ts';
import { held as changes } from './changes.ts';
import { held as consoles } from './console.ts';
import { held as containers } from './containers.ts';
import { held as credentials } from './credentials.ts';
import { held as ends } from './ends.ts';
import { held as events } from './events.ts';
import { held as limits } from './limits.ts';
import { held as pages } from './pages.ts';
import { held as references } from './references.ts';
import { held as refusals } from './refusals.ts';
import { held as replays } from './replays.ts';
import { held as retries } from './retries.ts';
import { held as roundTrips } from './round-trips.ts';
import { held as shapes } from './shapes.ts';
import { held as substance } from './substance.ts';
import { held as sums } from './sums.ts';
import { held as whoMayAct } from './who-may-act.ts';

/** By class of defect. */
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
