import type { Observation, Requirement } from './types.ts';

/** The second part of the chapter `webhooks`: acknowledgement, retries, the console's list. */
export const deliveries = {
  'delivery.every-2xx-acknowledges': {
    source: 'Events, delivery rule 1',
    statement:
      'A delivery answered with any 2xx status, whatever else the answer says, is acknowledged: no retry comes at the times of the schedule.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.3xx-retried': {
    source: 'Events, delivery rule 2',
    statement:
      'A delivery answered with a redirect, with a `Location` or without, is tried again at the times of the schedule, whatever would be answered at that `Location`: a redirect is an answer other than 2xx.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.redirect-not-followed': {
    source: 'Events, first paragraph and delivery rule 2',
    statement:
      "A redirect in answer to a delivery is not followed to its `Location`. No sentence names redirects; it follows from two: events go to the merchant's webhook URL, and any answer other than 2xx is retried after the times of the schedule, not at once and elsewhere.",
    needs: ['webhooks'],
  },
  'delivery.4xx-retried': {
    source: 'Events, delivery rule 2',
    statement:
      'A delivery answered with any 4xx status, whatever else the answer says, is tried again at the times of the schedule, at every attempt.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.5xx-retried': {
    source: 'Events, delivery rule 2',
    statement:
      'A delivery answered with any 5xx status, whatever else the answer says, is tried again at the times of the schedule, at every attempt.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.timeout-retried': {
    source: 'Events, delivery rule 2',
    statement:
      'An attempt of a delivery that is never answered is given up after some time, and tried again, whatever its event, and however many attempts before it were not answered.',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.connection-failure-retried': {
    source: 'Events, delivery rule 2',
    statement: 'A delivery whose connection is cut without an answer, or refused, is tried again.',
    needs: ['webhooks'],
    waits: '90s',
  },

  'delivery.mixed-failures': {
    source: 'Events, delivery rule 2',
    statement:
      'When the next attempt comes does not depend on how the attempts before it failed: redirects, 4xx, 5xx and cut connections in turn keep the one schedule.',
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
      'All attempts of one delivery follow one schedule: the times up to 2 hours are all gaps between attempts or all offsets from the event, that of 12 hours counts from the attempt before it or from the event, and a last attempt may come 24 hours after the event.',
    needs: ['webhooks'],
    waits: '27h',
  },
  'delivery.ends-after-a-day': {
    source: 'Events, delivery rule 2',
    statement: 'Later than 24 hours after the event there is no further attempt, however the attempts failed.',
    needs: ['webhooks'],
    waits: '40h',
  },
  'delivery.abandoned': {
    source: 'Events, delivery rule 2',
    statement:
      'A delivery that failed for 24 hours is marked as abandoned in the console, at the latest when another attempt would be due.',
    needs: ['webhooks', 'deliveries'],
    waits: '40h',
  },
  'delivery.not-abandoned': {
    source: 'Events, delivery rules 1 and 2',
    statement:
      'A delivery that was acknowledged, at whichever attempt, or that still has an attempt to come within 24 hours of its event, is not marked as abandoned.',
    needs: ['webhooks', 'deliveries'],
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
    weighs: 'forgery',
  },
  'delivery.retry-same-body': {
    source: 'Events, delivery rule 3',
    statement:
      "A retry sends the same event: the event `id` and every field that the document names are those of the first attempt, also when the resource, or the name of its wallet's holder, has changed since.",
    needs: ['webhooks'],
    waits: '90s',
  },

  'delivery.listed': {
    source: 'Events, delivery rule 5',
    statement:
      "The console lists every delivery of the merchant's events, of whichever kind and however many there are, with the payload as it was sent, and none of another merchant's.",
    needs: ['webhooks', 'deliveries'],
  },
  'delivery.lists-attempts': {
    source: 'Events, delivery rule 5',
    statement:
      'The list shows every finished attempt, if not its duplicates, with the HTTP status it was answered with, or an error where there was no answer.',
    needs: ['webhooks', 'deliveries'],
    waits: '90s',
  },
  'delivery.resent': {
    source: 'Events, delivery rule 5',
    statement:
      'Resend sends the event again, whether it is pending, was acknowledged or is abandoned: with the same event `id`, the same fields as far as the document names them, and both signatures.',
    needs: ['webhooks', 'deliveries', 'resend'],
  },
  'delivery.resent-listed': {
    source: 'Events, delivery rule 5',
    statement: 'What is resent is a new delivery: one more entry of the list, with the same event id.',
    needs: ['webhooks', 'deliveries', 'resend'],
  },
  'delivery.resent-afresh': {
    source: 'Events, request headers, x-service-timestamp',
    statement: 'What is resent carries the timestamp of its own sending, however often the event was resent before.',
    needs: ['webhooks', 'deliveries', 'resend'],
  },
  'delivery.resent-retried': {
    source: 'Events, delivery rules 2 and 5',
    statement:
      'What is resent and not acknowledged is tried again, about 1 minute later or at the next time of a schedule that counts from the event, where its event is younger than a day: no sentence says so of resent deliveries by name; it follows from rule 5, by which it is a new delivery, and rule 2, which speaks of every delivery.',
    needs: ['webhooks', 'deliveries', 'resend'],
    waits: '90s',
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
  'delivery.retry-bytes': {
    source: 'Events, request headers, below the table',
    question: 'whether a retry has the same bytes as the first attempt, and which fields differ',
    needs: ['webhooks'],
    waits: '90s',
  },
  'delivery.duplicates-and-order': {
    source: 'Events, delivery rule 3',
    question: 'how often an acknowledged event arrived again, and how often events arrived out of order',
    needs: ['webhooks'],
  },
} as const satisfies Record<string, Observation>;
