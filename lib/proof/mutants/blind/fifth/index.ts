/** The fifth round; measured while it was held, read afterwards. */
import type { BlindClasses } from '../against.ts';
import { found as amounts } from './amounts.ts';
import { found as changes } from './changes.ts';
import { found as consoles } from './console.ts';
import { found as containers } from './containers.ts';
import { found as credentials } from './credentials.ts';
import { found as ends } from './ends.ts';
import { found as events } from './events.ts';
import { found as limits } from './limits.ts';
import { found as pages } from './pages.ts';
import { found as references } from './references.ts';
import { found as refusals } from './refusals.ts';
import { found as replays } from './replays.ts';
import { found as retries } from './retries.ts';
import { found as roundTrips } from './round-trips.ts';
import { found as shapes } from './shapes.ts';
import { found as substance } from './substance.ts';
import { found as sums } from './sums.ts';
import { found as whoMayAct } from './who-may-act.ts';

/** By class of defect. */
export const fifth: BlindClasses = {
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
