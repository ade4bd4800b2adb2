/** Retries that another event ends. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function storyOf({ webhookUrl, event, reference }: Delivery): string {
  return `${webhookUrl} ${event.split('.')[0]} ${reference}`;
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind8-superseded-event-not-retried',
      'once a later event of the same escrow or link was sent, the earlier one is out of date: it is not scheduled again after its next failure',
      functions(({ nextAttempt, webhookHeaders }) => {
        const sent = new Map<string, Set<string>>();
        return {
          webhookHeaders(rules, secret, timestamp, body, delivery) {
            if (delivery !== undefined) {
              const events = sent.get(storyOf(delivery)) ?? new Set();
              sent.set(storyOf(delivery), events.add(delivery.eventId));
            }
            return webhookHeaders(rules, secret, timestamp, body, delivery);
          },
          nextAttempt(retries, attempt, delivery) {
            const latest = [...(sent.get(storyOf(delivery)) ?? [])].at(-1);
            return latest === delivery.eventId ? nextAttempt(retries, attempt, delivery) : undefined;
          },
        };
      }),
    ),
  ),
];
