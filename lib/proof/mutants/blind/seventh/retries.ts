/** Schedules that end for a reason which the document does not have. */
import type { Delivery, Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';
import { onResend } from '../ways-of-delivery.ts';

/** An address that took no delivery for a day is switched off, until one is set again. */
function switchedOff(): Change {
  const counted = new WeakSet<Delivery>();
  const failed = ({ deliveries }: Merchant) =>
    deliveries.filter((each) => each.state === 'abandoned' && !counted.has(each));
  return onFire((fire, { rules }) => (record, on, details) => {
    const abandoned = failed(record.merchant);
    for (const each of abandoned) counted.add(each);
    if (abandoned.length > 0) rules.functions.changeAddress(record.merchant, null);
    return fire(record, on, details);
  });
}

/** What was resent is the new delivery's to try again. */
function handedOver(): Change {
  return (rules) => {
    const resent = new WeakSet<Delivery>();
    return all(
      onResend((resend) => (merchant, id) => {
        const original = merchant.deliveries.find((each) => each.id === id);
        if (original) resent.add(original);
        return resend(merchant, id);
      }),
      functions(({ nextAttempt }) => ({
        nextAttempt: (retries, attempt, delivery) =>
          resent.has(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
      })),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL … After that the delivery is marked abandoned.",
    mutant(
      'delivery.abandoned',
      'blind7-abandoned-delivery-switches-address-off',
      'where a delivery was abandoned the webhook address is switched off: later events of the merchant are not sent',
      switchedOff(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours … A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.later-retries',
      'blind7-resend-takes-over',
      'Resend of a delivery that is not acknowledged yet takes its schedule over: the attempt that is planned already is the last one of the first delivery',
      handedOver(),
    ),
  ),
];
