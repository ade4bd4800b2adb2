import type { RequirementId } from '../../../register/index.ts';
import type { Attempt } from '../../arrivals.ts';
import type { Violation } from '../../things.ts';
import { type Deliveries, violationOf } from './deliveries.ts';

// "Request headers": every attempt is a POST of JSON, is signed by both schemes, and carries the time at which it was sent.

/** Tolerance in seconds: timestamps in whole seconds, and network delay. */
const SLACK = 5;

/** Tolerance in milliseconds: an arrival and an answer of control are timed by different clocks. */
const ARRIVED_MS = 50;

export function attemptViolations(deliveries: Deliveries): Violation[] {
  return deliveries.sent.flatMap((sent) =>
    sent.arrivals.flatMap((attempt) => {
      const wrong = wrongIn(attempt, deliveries);
      if (wrong === null) return [];
      const [requirement, what, allowed] = wrong;
      const told = violationOf(sent, requirement, `webhook ${attempt.seq} ${what}`, allowed);
      return [{ ...told, webhooks: [attempt.seq] }];
    }),
  );
}

function wrongIn(
  { method, contentType, isSignedTwice, stamp, standing, at }: Attempt,
  deliveries: Deliveries,
): [RequirementId, string, string] | null {
  if (method !== 'POST') return ['webhook.request', `is a ${method}`, 'a POST'];
  if (!/^application\/json\s*(;|$)/i.test(contentType))
    return ['webhook.request', `has the content type \`${contentType}\``, '`application/json`'];
  if (isSignedTwice === false)
    return ['webhook.signature', 'has a second signature that holds, and a first that does not', 'two that hold'];
  if (stamp === null) return ['webhook.timestamp', 'has no timestamp', 'whole Unix seconds'];
  // A copy arrives later than its timestamp says.
  const from = standing === 'genuine' ? deliveries.doneBy(at - ARRIVED_MS) : Number.NEGATIVE_INFINITY;
  const to = deliveries.notYetAt(at);
  if (stamp >= from - SLACK && stamp <= to + SLACK) return null;
  return ['webhook.timestamp', `has the timestamp ${stamp}`, `the time of its sending, from ${Math.floor(from)} on`];
}
