import type { Event } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { missingEvents } from '../events/due-events.ts';
import { timeViolations } from '../records/times.ts';
import { addressViolations } from './addresses.ts';
import { attemptViolations } from './attempts.ts';
import { listViolations } from './console-lists.ts';
import { Deliveries, deliveryViolations } from './deliveries.ts';
import { rotationViolations } from './rotations.ts';

/**
 * Violations of the rules about deliveries: missing events, untrue times, attempts, retries, console lists, rotated
 * secrets and changed addresses.
 */
export function allDeliveryViolations(model: ModelState, events: readonly Event[]): Violation[] {
  const steps = events.flatMap((event) => (event.kind === 'step began' ? event.step : []));
  const attempts = events.flatMap((event) => (event.kind === 'attempt' ? event.attempt : []));
  const lists = events.flatMap((event) => (event.kind === 'console list' ? event.list : []));
  const webhooks = events.flatMap((event) => (event.kind === 'webhook' ? event.webhook : []));
  const unread = events.flatMap((event) => (event.kind === 'unread' ? event.unread : []));
  const deliveries = new Deliveries(model, steps, { attempts, lists });
  return [
    ...missingEvents(model, webhooks, unread),
    ...timeViolations(model, attempts),
    ...attemptViolations(deliveries),
    ...deliveryViolations(deliveries),
    ...listViolations(deliveries, lists),
    ...rotationViolations(deliveries, steps),
    ...addressViolations(deliveries, steps),
  ];
}
