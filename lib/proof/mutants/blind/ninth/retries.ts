/** Retries that depend on what else was sent to the receiver. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** So many failed attempts in a row, of whichever deliveries, and the receiver counts as out of order. */
const IN_A_ROW = 5;

/** One merchant's deliveries about one thing: no two merchants have the same secret. */
function aboutOf({ webhookSecret, reference }: Delivery): string {
  return `${webhookSecret} ${reference}`;
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind9-older-news-not-retried',
      'what is no longer the latest is not repeated: once a later event of the same reference was acknowledged, an earlier one that fails again is not retried any more',
      functions(({ acknowledges, nextAttempt }) => {
        const latest = new Map<string, number>();
        return {
          acknowledges(status, delivery) {
            const plain = acknowledges(status, delivery);
            if (plain && delivery !== undefined) {
              const about = aboutOf(delivery);
              latest.set(about, Math.max(latest.get(about) ?? 0, delivery.since));
            }
            return plain;
          },
          nextAttempt: (retries, attempt, delivery) =>
            (latest.get(aboutOf(delivery)) ?? 0) > delivery.since ? undefined : nextAttempt(retries, attempt, delivery),
        };
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.first-retry',
      'blind9-receiver-is-spared',
      'a receiver at which more than five attempts in a row failed is spared: a delivery that then fails for the first time is retried after 5 minutes, not after 1',
      functions(({ acknowledges, nextAttempt }) => {
        const failed = new Map<string, number>();
        return {
          acknowledges(status, delivery) {
            const plain = acknowledges(status, delivery);
            if (plain) failed.set(delivery?.webhookUrl ?? '', 0);
            return plain;
          },
          nextAttempt(retries, attempt, delivery) {
            const inARow = (failed.get(delivery.webhookUrl ?? '') ?? 0) + 1;
            failed.set(delivery.webhookUrl ?? '', inARow);
            return nextAttempt(retries, inARow > IN_A_ROW ? Math.max(2, attempt) : attempt, delivery);
          },
        };
      }),
    ),
  ),
];
