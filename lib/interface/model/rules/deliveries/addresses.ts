import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import { objectOf, type TimedStep, textIn } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import { type Deliveries, type EventDeliveries, THREAD_CLOCKS_APART_MS, violationOf } from './deliveries.ts';

// "The merchant's webhook URL (set in the console ...)" (Events): an event that occurs after a change goes to the new
// address. "Retries under way may use the old or the new URL" (the control interface).

export const changedAddress: { readonly requirement: RequirementId } = { requirement: 'webhook.address-changed' };

interface Change {
  readonly step: TimedStep;
  readonly path: string | null;
}

export function addressViolations(deliveries: Deliveries, steps: readonly TimedStep[]): Violation[] {
  const changes = Map.groupBy(steps.flatMap(changeIn), ({ step }) => step.names.merchantId ?? '');
  if (changes.size === 0) return [];
  return deliveries.sent.flatMap((sent) => {
    const own = changes.get(sent.merchant) ?? [];
    const wrong = own.length === 0 ? null : atOldAddress(sent, own, deliveries);
    return wrong ?? [];
  });
}

function changeIn(step: TimedStep): Change[] {
  const { endpoint, outcome, body } = step;
  if (endpoint !== 'PATCH /merchants/{merchantId}' || outcome === 'refused') return [];
  if (!('webhookUrl' in (objectOf(body) ?? {}))) return [];
  const url = textIn(body, 'webhookUrl');
  if (url === null) return [{ step, path: null }];
  if (!URL.canParse(url)) return [];
  const { pathname, search } = new URL(url);
  return [{ step, path: pathname + search }];
}

/** Finds an arrival at an address that was no longer the merchant's when the event occurred. */
function atOldAddress(sent: EventDeliveries, changes: readonly Change[], deliveries: Deliveries): Violation[] | null {
  const at = parseInstant(String(sent.arrivals[0]?.payload.occurredAt));
  // If the response to a change was lost, whether it was made is unknown.
  if (at === undefined || changes.some(({ step }) => step.outcome === 'lost')) return null;
  const before = changes.findLastIndex(({ step }) => deliveries.isAfter(at / 1_000, step.ended));
  if (before === -1) return null;
  const wrong = sent.arrivals.find((attempt) => {
    // Of changes that overlap, either may be the last.
    const began = changes[before]?.step.began ?? 0;
    const since = changes.filter(
      ({ step }) => step.ended >= began && step.began <= attempt.at + THREAD_CLOCKS_APART_MS,
    );
    return !since.some(({ path }) => path === attempt.path);
  });
  if (wrong === undefined) return null;
  const what = `webhook ${wrong.seq} came to ${wrong.path}, and the address had been changed before it happened`;
  const allowed = `${changes[before]?.path ?? 'no address'}, or what it was changed to later`;
  return [violationOf(sent, changedAddress.requirement, what, allowed)];
}
