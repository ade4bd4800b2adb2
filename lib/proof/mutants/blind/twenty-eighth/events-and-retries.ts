/** Events that are wrong for some kinds or times, and retries that depend on what they must not depend on. */
import type { Delivery } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';
import { headersOf, readsAnswers } from '../ways-of-delivery.ts';

const FAILURES_IN_A_ROW = 10;
const LARGEST_ANSWER = 10_000;

const releaseIsAPayoutToo: Change = (rules) => {
  const released = { ...rules.events['escrow.released'], followedBy: () => 'payout.succeeded' as const };
  return { ...rules, events: { ...rules.events, 'escrow.released': released } };
};

function roundedWhereItIsSigned(): Change {
  let service: Service | undefined;
  return all(
    before('limitRate', (asked, next) => {
      service = asked.service;
      return next();
    }),
    headersOf(
      () => true,
      ({ rules, secret, body, timestamp }) => {
        const seconds = service ? String(Math.round(service.clock.now() / 1_000)) : timestamp;
        return { 'x-service-signature-v2': rules.functions.signV2(secret, seconds, body) };
      },
    ),
  );
}

function pausedAfterFailures(): Change {
  return functions(({ acknowledges, nextAttempt }) => {
    const failures = new Map<string | null, number>();
    return {
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (acknowledged && delivery) failures.delete(delivery.webhookUrl);
        return acknowledged;
      },
      nextAttempt(retries, attempt, delivery) {
        const gap = nextAttempt(retries, attempt, delivery);
        const count = (failures.get(delivery.webhookUrl) ?? 0) + 1;
        failures.set(delivery.webhookUrl, count);
        return gap === undefined || count < FAILURES_IN_A_ROW ? gap : Math.max(gap, HOUR);
      },
    };
  });
}

function outdatedByTheNext(): Change {
  return functions(({ attemptBody, nextAttempt }) => {
    const latest = new Map<string, Delivery>();
    const nameOf = ({ webhookSecret, reference }: Delivery) => `${webhookSecret} ${reference}`;
    const outdated = (delivery: Delivery) => latest.get(nameOf(delivery))?.eventId !== delivery.eventId;
    return {
      attemptBody(payload, attempt, delivery) {
        if (delivery && attempt === 1) latest.set(nameOf(delivery), delivery);
        else if (delivery && outdated(delivery)) throw new Error('a newer event was sent');
        return attemptBody(payload, attempt, delivery);
      },
      nextAttempt: (retries, attempt, delivery) =>
        outdated(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
    };
  });
}

export const found: readonly BlindMutant[] = [
  against(
    "escrow.released | Money went to the seller. reference | The merchant's reference of the checkout, refund or payout",
    mutant(
      'webhook.no-false-event',
      'blind28-release-tells-of-a-payout',
      'the release pays the seller through the code of payouts, which tells of it: after `escrow.released` comes a `payout.succeeded` with the reference of the escrow, although no payout was made',
      releaseIsAPayoutToo,
    ),
  ),
  against(
    'x-service-signature-v2 | Lowercase hex HMAC-SHA256 of the text `<timestamp>.<raw body>`',
    mutant(
      'webhook.signature-v2',
      'blind28-second-scheme-rounds-its-time',
      'the header of the time is cut to whole seconds and the signed text is made with rounded ones: every attempt that is sent in the second half of a second has an `x-service-signature-v2` over the next second',
      roundedWhereItIsSigned(),
    ),
  ),
  against(
    "reference | string | The merchant's reference of the checkout, refund or payout",
    mutant(
      'webhook.payload-reference',
      'blind28-event-reference-as-a-topic',
      'events pass a message queue whose topics hold the reference, and in which full stops and colons separate: both are `-` in the `reference` of an event',
      functions(({ payload }) => ({
        payload: (event) => payload({ ...event, reference: String(event.reference).replace(/[.:]/g, '-') }),
      })),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event',
    mutant(
      'delivery.first-retry',
      'blind28-address-paused-after-ten-failures',
      'an address at which ten attempts in a row have failed, of whichever deliveries, is left alone for an hour: the first retry of further events comes after 1 hour',
      pausedAfterFailures(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event',
    mutant(
      'delivery.5xx-retried',
      'blind28-newer-event-ends-the-retries',
      'an event is not retried any more once a newer event of the same reference has been sent, as it is out of date: an `escrow.funded` that failed does not come again after the release',
      outdatedByTheNext(),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery',
    onTheWay(
      'delivery.every-2xx-acknowledges',
      'blind28-long-answer-is-a-failure',
      "the HTTP client gives up on an answer of more than 10,000 bytes with an error: a receiver that answers 200 with its shop's page gets the event again",
      readsAnswers(({ status, size }) => {
        if (size > LARGEST_ANSWER) throw new Error('the answer is too large');
        return status;
      }),
    ),
  ),
];
