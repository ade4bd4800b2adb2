/** Retries that are counted together, or sent from another copy. */
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { headersOf } from '../ways-of-delivery.ts';

/** Failed attempts are counted for the event, over all of its deliveries. */
function countedByEvent(): Change {
  return (rules) => {
    const failures = new Map<string, number>();
    return functions(({ nextAttempt }) => ({
      nextAttempt(retries, _, delivery) {
        const count = (failures.get(delivery.eventId) ?? 0) + 1;
        failures.set(delivery.eventId, count);
        return nextAttempt(retries, count, delivery);
      },
    }))(rules);
  };
}

/** As a column of binary JSON gives an object back: shorter names first. */
function fromItsColumn(payload: string): string {
  const names = Object.entries(JSON.parse(payload) as Record<string, unknown>);
  names.sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(names));
}

export const found: readonly BlindMutant[] = [
  against(
    'A Resend action sends an event again as a new delivery. … Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours',
    mutant(
      'delivery.resent-retried',
      'blind6-attempts-counted-by-event',
      'failed attempts are counted for the event: what is resent goes on in the schedule where the first delivery is, and that one skips a gap',
      countedByEvent(),
    ),
  ),
  against(
    '| x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret | … The signature covers the exact raw bytes, not re-serialised JSON',
    mutant(
      'webhook.signature',
      'blind6-retried-from-the-database',
      'a retry is written anew from the database, its names in another order, with the first signature that was kept beside it',
      all(
        functions(({ attemptBody }) => ({
          attemptBody(payload, attempt, delivery) {
            const body = attemptBody(payload, attempt, delivery);
            return attempt > 1 ? fromItsColumn(body) : body;
          },
        })),
        headersOf(
          ({ attempts }) => attempts.length > 0,
          ({ rules, secret, delivery }) => ({
            'x-service-signature': rules.functions.signV1(secret, delivery.payload),
          }),
        ),
      ),
    ),
  ),
];
