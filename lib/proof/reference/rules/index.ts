import { payCheckout, showCheckout } from '../pages/checkout.ts';
import { actOnEscrow, showEscrow } from '../pages/escrow.ts';
import { functions } from './functions.ts';
import type { Rulebook } from './rulebook.ts';
import { steps } from './steps.ts';
import { decisions } from './tables/decisions.ts';
import { endpoints } from './tables/endpoints.ts';
import { events } from './tables/events.ts';
import { forms } from './tables/forms.ts';
import { guards } from './tables/guards.ts';
import { environments, limits, refusals, retries } from './tables/limits.ts';
import { machines, moves, sums, timers } from './tables/machines.ts';

export const rulebook: Rulebook = {
  limits,
  environments,
  forms,
  endpoints,
  guards,
  steps,
  machines,
  timers,
  sums,
  moves,
  events,
  retries,
  refusals,
  decisions,
  functions,
  pages: { showCheckout, payCheckout, showEscrow, actOnEscrow },
};
