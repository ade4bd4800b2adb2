/** Retries that depend on what they must not depend on. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { acknowledges, headersOf, nextAttempt } from '../ways-of-delivery.ts';

/** So many deliveries that failed are a sign that nobody is there. */
const OUTSTANDING = 10;

export const found: readonly BlindMutant[] = [
  against(
    'retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event',
    mutant(
      'delivery.mixed-failures',
      'blind3-other-failure-starts-schedule-again',
      'a retry that is answered with another status than the attempt before it is followed by one a minute later',
      nextAttempt((_, attempts, plain) => {
        const [last, before] = attempts.toReversed();
        return before !== undefined && last?.status !== before.status ? 60 : plain;
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute',
    mutant(
      'delivery.first-retry',
      'blind3-many-outstanding-deliveries-wait',
      'where ten deliveries to an address have failed and were not acknowledged since, those that fail next are tried again after 5 minutes',
      (rules) => {
        const failing = new Map<string | null, Set<object>>();
        return functions((before) => ({
          acknowledges(status, delivery) {
            const acknowledged = before.acknowledges(status, delivery);
            if (acknowledged && delivery) failing.get(delivery.webhookUrl)?.delete(delivery);
            return acknowledged;
          },
          nextAttempt(retries, attempt, delivery) {
            const others = failing.get(delivery.webhookUrl) ?? new Set<object>();
            const waits = attempt === 1 && others.size >= OUTSTANDING;
            failing.set(delivery.webhookUrl, others.add(delivery));
            return waits ? 300 : before.nextAttempt(retries, attempt, delivery);
          },
        }))(rules);
      },
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried … The same event can arrive more than once and out of order.',
    mutant(
      'delivery.5xx-retried',
      'blind3-newer-event-ends-retries-of-older',
      'an event is not tried again once a later event of the same escrow has been sent',
      (rules) => {
        const newest = new Map<string, Delivery>();
        const keyOf = ({ webhookUrl, reference }: Delivery) => `${webhookUrl} ${reference}`;
        return functions(({ nextAttempt }) => ({
          nextAttempt(retries, attempt, delivery) {
            const latest = newest.get(keyOf(delivery));
            const over = latest && latest.eventId !== delivery.eventId && latest.since >= delivery.since;
            return over ? undefined : nextAttempt(retries, attempt, delivery);
          },
        }))(
          headersOf(
            (delivery) => {
              const known = newest.get(keyOf(delivery));
              if (delivery.event.startsWith('escrow.') && (!known || known.since < delivery.since))
                newest.set(keyOf(delivery), delivery);
              return false;
            },
            () => ({}),
          )(rules),
        );
      },
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery. Any other answer … is retried',
    mutant(
      'delivery.3xx-retried',
      'blind3-second-permanent-redirect-acknowledges',
      'a permanent redirect (301 or 308) that comes in answer to a retry acknowledges the delivery',
      acknowledges((status, plain, before) => plain || (before.length > 0 && (status === 301 || status === 308))),
    ),
  ),
  against(
    'then every 12 hours until 24 hours after the event',
    mutant(
      'delivery.later-retries',
      'blind3-link-events-tried-four-times',
      'an event of a wallet link is tried four times at most',
      functions(({ nextAttempt }) => ({
        nextAttempt: (retries, attempt, delivery) =>
          delivery.event.startsWith('wallet.link.') && attempt >= 4
            ? undefined
            : nextAttempt(retries, attempt, delivery),
      })),
    ),
  ),
];
