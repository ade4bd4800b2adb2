/** Retries that remember too much, or give up too early. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { nextAttempt } from '../ways-of-delivery.ts';

const CUTS_IN_A_ROW = 3;

/** How often it failed is counted for an address, until that acknowledges something. */
function countedByAddress(): Change {
  return (rules) => {
    const failures = new Map<string, number>();
    const addressOf = ({ webhookUrl, webhookSecret }: Delivery) => `${webhookSecret} ${webhookUrl}`;
    return functions(({ acknowledges, nextAttempt: next }) => ({
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (acknowledged && delivery) failures.delete(addressOf(delivery));
        return acknowledged;
      },
      nextAttempt(retries, _, delivery) {
        const count = (failures.get(addressOf(delivery)) ?? 0) + 1;
        failures.set(addressOf(delivery), count);
        return next(retries, count, delivery);
      },
    }))(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours',
    mutant(
      'delivery.first-retry',
      'blind4-failures-counted-by-address',
      'failed attempts are counted for the address: the first retry of a second event comes as late as the next of the first',
      countedByAddress(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.connection-failure-retried',
      'blind4-breaker-opens-for-good',
      'after three attempts in a row without any answer a delivery is not tried again',
      nextAttempt((_, attempts, plain) => {
        const last = attempts.slice(-CUTS_IN_A_ROW);
        return last.length === CUTS_IN_A_ROW && last.every(({ status }) => status === null) ? undefined : plain;
      }),
    ),
  ),
];
