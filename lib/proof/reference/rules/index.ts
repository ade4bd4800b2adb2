/** The rules as this service reads the document. */
import { payCheckout, showCheckout } from '../pages/checkout.ts';
import { actOnEscrow, showEscrow } from '../pages/escrow.ts';
import { decisions } from './decisions.ts';
import { endpoints } from './endpoints.ts';
import { events } from './events.ts';
import { forms } from './forms.ts';
import { functions } from './functions.ts';
import { guards } from './guards.ts';
import { environments, limits, refusals, retries } from './limits.ts';
import { machines, moves, sums, timers } from './machines.ts';
import type { Rulebook } from './rulebook.ts';
import { steps } from './steps.ts';

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
