import type { RequirementId } from '../../../register/index.ts';
import type { Attempt } from '../../arrivals.ts';
import type { Violation } from '../../model-object.ts';
import { type Deliveries, violationOf } from './deliveries.ts';

// "Request headers": every attempt is a POST of JSON, is signed by both schemes, and carries the time at which it was sent.

/** Tolerance in seconds: timestamps in whole seconds, and network delay. */
const TIMESTAMP_SLACK_S = 5;

/** Tolerance in milliseconds: an arrival and an answer of control are timed by different clocks. */
const ARRIVAL_SLACK_MS = 50;

export function attemptViolations(deliveries: Deliveries): Violation[] {
  return deliveries.sent.flatMap((sent) =>
    sent.arrivals.flatMap((attempt) => {
      const wrong = wrongIn(attempt, deliveries);
      if (wrong === null) return [];
      const [requirement, what, allowed] = wrong;
      const violation = violationOf(sent, requirement, `webhook ${attempt.seq} ${what}`, allowed);
      return [{ ...violation, webhooks: [attempt.seq] }];
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
  const from = standing === 'genuine' ? deliveries.doneBy(at - ARRIVAL_SLACK_MS) : Number.NEGATIVE_INFINITY;
  const to = deliveries.notYetAt(at);
  if (stamp >= from - TIMESTAMP_SLACK_S && stamp <= to + TIMESTAMP_SLACK_S) return null;
  return ['webhook.timestamp', `has the timestamp ${stamp}`, `the time of its sending, from ${Math.floor(from)} on`];
}
