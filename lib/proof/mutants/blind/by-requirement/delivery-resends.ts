/** What the Resend action lists, and the time that it gives to what it sends. */

import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import type { Change } from '../../mutant.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { headersOf } from '../ways-of-delivery.ts';

const QUARTER_SECONDS = 900;

/** The timestamp of the first attempt of what is resent, with its signature; `resent` counts the resends of the event. */
function stampsResends(stamp: (own: string, event: string, resent: number) => string): Change {
  return (rules) => {
    const known = new Map<string, Delivery[]>();
    const numberOf = (delivery: Delivery) => {
      const all = known.get(delivery.eventId) ?? [];
      known.set(delivery.eventId, all);
      if (!all.includes(delivery)) all.push(delivery);
      return all.indexOf(delivery);
    };
    return headersOf(
      (delivery) => numberOf(delivery) > 0 && delivery.attempts.length === 0,
      ({ rules, secret, timestamp, body, delivery }) => {
        const stamped = stamp(timestamp, delivery.eventId, numberOf(delivery));
        return {
          'x-service-timestamp': stamped,
          'x-service-signature-v2': rules.functions.signV2(secret, stamped, body),
        };
      },
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'A Resend action sends an event again as a new delivery. The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.resent-listed',
      'kind-second-resend-in-the-entry-of-the-first',
      'the list keeps one entry for the event and one for its being resent: a second resend is sent, and takes the place of the first in the list',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.filter(({ eventId }, at) => {
              const first = deliveries.findIndex((each) => each.eventId === eventId);
              const last = deliveries.findLastIndex((each) => each.eventId === eventId);
              return at === first || at === last;
            }),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'x-service-timestamp: Unix seconds at which this attempt was sent. A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent-afresh',
      'kind-second-resend-with-time-of-the-first',
      'the headers of a resend are kept with the event and used for the next: what is resent a second time carries the timestamp of the first resend',
      (rules) => {
        const kept = new Map<string, string>();
        return stampsResends((own, event) => {
          const first = kept.get(event) ?? own;
          kept.set(event, first);
          return first;
        })(rules);
      },
    ),
  ),
  against(
    'x-service-timestamp: Unix seconds at which this attempt was sent; use it to reject old replays. A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent-afresh',
      'kind-resend-stamped-by-the-quarter',
      'resends are put together by the quarter of an hour: what is resent is sent at once, with the timestamp at which its quarter began',
      stampsResends((own) => String(Math.floor(Number(own) / QUARTER_SECONDS) * QUARTER_SECONDS)),
    ),
  ),
];
