import type { Observation, Requirement } from './types.ts';

/** The second half of the chapter `webhooks`: acknowledgement, retries, the console's list. */
export const deliveries = {
  'delivery.every-2xx-acknowledges': {
    source: 'Events, delivery rule 1',
    statement:
      'A delivery answered with any 2xx status, such as 200, 201, 204 or 299, is acknowledged: no retry comes at the times of the schedule.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.3xx-retried': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery answered with a redirect, with a `Location` or without, is tried again.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.redirect-not-followed': {
    source: 'Events, delivery rule 2',
    statement: 'A redirect in answer to a delivery is not followed to its `Location`.',
    needs: ['webhooks'],
  },
  'delivery.4xx-retried': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery answered with 400, 401 or 410 is tried again.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.5xx-retried': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery answered with 500 is tried again.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.timeout-retried': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery that is never answered is given up after some time and tried again.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.connection-failure-retried': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery whose connection is cut without an answer, or refused, is tried again.',
    needs: ['webhooks'],
    waits: '90s',
  },

  'delivery.first-retry': {
    source: 'Limits, Webhook retries',
    statement: 'The first retry comes 1 minute after the failed first attempt.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.second-retry': {
    source: 'Limits, Webhook retries',
    statement: 'The second retry comes 5 minutes after the first retry, or 5 minutes after the event.',
    needs: ['webhooks'],
    waits: '6m',
  },
  'delivery.later-retries': {
    source: 'Limits, Webhook retries',
    statement:
      'Further retries come 30 minutes, 2 hours and 12 hours later, each counted from the attempt before it or from the event.',
    needs: ['webhooks'],
    waits: '15h',
  },
  'delivery.one-schedule': {
    source: 'Limits, Webhook retries',
    statement:
      'All attempts of one delivery follow one schedule: the times up to 2 hours are all gaps between attempts or all offsets from the event, and those of every 12 hours count from the attempt before, or are 12 and 24 hours after the event.',
    needs: ['webhooks'],
    waits: '25h',
  },
  'delivery.ends-after-a-day': {
    source: 'Events, delivery rule 2',
    statement: 'Later than 24 hours after the event there is no further attempt.',
    needs: ['webhooks'],
    waits: '27h',
  },
  'delivery.abandoned': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery that failed for 24 hours is marked as abandoned in the console.',
    needs: ['webhooks', 'deliveries'],
    waits: '25h',
  },
  'delivery.stops-when-acknowledged': {
    source: 'Events, delivery rule 1',
    statement: 'Once a retry is acknowledged, no further one comes at the times of the schedule.',
    needs: ['webhooks'],
    waits: '7m',
  },

  'delivery.retry-signed-afresh': {
    source: 'Events, request headers',
    statement: 'A retry carries the timestamp of its own sending, and an `x-service-signature-v2` made over that.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.retry-same-body': {
    source: 'Events, delivery rule 3',
    statement: 'A retry sends the body of the first attempt, event `id` included, unchanged byte for byte.',
    needs: ['webhooks'],
    waits: '90s',
  },

  'delivery.listed': {
    source: 'Events, delivery rule 5',
    statement: 'The console lists the delivery of an event with the payload as it was sent.',
    needs: ['webhooks', 'deliveries'],
  },
  'delivery.lists-attempts': {
    source: 'Events, delivery rule 5',
    statement:
      'The list shows every finished attempt, with the HTTP status it was answered with, or an error where there was no answer.',
    needs: ['webhooks', 'deliveries'],
    waits: '90s',
  },
  'delivery.resent': {
    source: 'Events, delivery rule 5',
    statement:
      'Resend sends the event again, with the same event `id` and valid signatures, as a new entry of the list.',
    needs: ['webhooks', 'deliveries', 'resend'],
  },
} as const satisfies Record<string, Requirement>;

export const deliveryObservations = {
  'delivery.timeout': {
    source: 'Events, delivery rule 2',
    question: 'after how long an unanswered delivery is given up',
    needs: ['webhooks'],
  },
  'delivery.schedule-reading': {
    source: 'Limits, Webhook retries',
    question:
      'which schedule the retries follow: gaps between attempts, offsets from the event, or a grid with 12 and 24 hours',
    needs: ['webhooks'],
    waits: '6m',
  },
  'delivery.duplicates-and-order': {
    source: 'Events, delivery rule 3',
    question: 'how often an acknowledged event arrived again, and how often events arrived out of order',
    needs: ['webhooks'],
  },
} as const satisfies Record<string, Observation>;
