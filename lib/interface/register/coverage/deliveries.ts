import type { RequirementId } from '../index.ts';
import { coverageTable, excluded } from './table.ts';

const retried = (id: RequirementId) => ({
  'first attempt': id,
  'every attempt': id,
  'after other failures': 'delivery.mixed-failures' as const,
  'of a resent delivery': 'delivery.resent-retried' as const,
});
const notLater = excluded(
  'One of it is enough to see that it is retried; each further one costs the length of a time-out in real time.',
);
const notResent = excluded('A resent delivery is a delivery: that it is retried at all is seen with a 500.');

export const answersByAttempt = coverageTable({
  title: 'Answers to a delivery',
  source: 'Events, delivery rules 1 and 2',
  axes: ['answer', 'attempt'],
  cells: {
    '200, 201, 202, 203, 204, 205, 206, 207, 226, 299': {
      'first attempt': 'delivery.every-2xx-acknowledges',
      'every attempt': excluded('The first acknowledges: there is no other attempt.'),
      'after other failures': 'delivery.stops-when-acknowledged',
      'of a resent delivery': 'delivery.resent',
    },
    '2xx, late, long, with headers or a body that says otherwise': {
      'first attempt': 'delivery.every-2xx-acknowledges',
      'every attempt': excluded('The first acknowledges: there is no other attempt.'),
      'after other failures': 'delivery.stops-when-acknowledged',
      'of a resent delivery': notResent,
    },
    '3xx without a Location': { ...retried('delivery.3xx-retried'), 'of a resent delivery': notResent },
    '3xx with a Location': {
      'first attempt': ['delivery.3xx-retried', 'delivery.redirect-not-followed'],
      'every attempt': ['delivery.3xx-retried', 'delivery.redirect-not-followed'],
      'after other failures': 'delivery.mixed-failures',
      'of a resent delivery': notResent,
    },
    '4xx, 408, 409, 410, 429 among them': { ...retried('delivery.4xx-retried'), 'of a resent delivery': notResent },
    '5xx': retried('delivery.5xx-retried'),
    'connection cut': { ...retried('delivery.connection-failure-retried'), 'of a resent delivery': notResent },
    'connection refused': {
      'first attempt': 'delivery.connection-failure-retried',
      'every attempt': excluded('The port has to be closed for it: that is done once.'),
      'after other failures': excluded('The port has to be closed for it: that is done once.'),
      'of a resent delivery': notResent,
    },
    'no answer in time': {
      'first attempt': ['delivery.timeout-retried', 'delivery.timeout'],
      'every attempt': notLater,
      'after other failures': notLater,
      'of a resent delivery': notResent,
    },
  },
});

const openRetries = excluded(
  'Which address or secret retries under way use is open: the console contract allows the old one or the new one.',
);
const nothingSent = excluded('What becomes of events while no address is set is not shown.');

export const consoleByState = coverageTable({
  title: 'The console',
  source: 'Events, delivery rule 5; Authentication, fourth rule',
  axes: ['action', 'delivery'],
  cells: {
    'look at the list': {
      'not sent yet': excluded('A delivery without a finished attempt may or may not be listed.'),
      pending: ['delivery.listed', 'delivery.not-abandoned'],
      delivered: ['delivery.listed', 'delivery.lists-attempts', 'delivery.not-abandoned'],
      abandoned: ['delivery.listed', 'delivery.lists-attempts', 'delivery.abandoned'],
    },
    Resend: {
      'not sent yet': excluded('There is nothing to send again.'),
      pending: 'delivery.resent',
      delivered: ['delivery.resent', 'delivery.resent-listed', 'delivery.resent-afresh', 'delivery.resent-retried'],
      abandoned: ['delivery.resent', 'delivery.resent-listed', 'delivery.resent-afresh'],
    },
    'rotate the secret': {
      'not sent yet': 'webhook.secret-rotated',
      pending: ['webhook.old-secret', 'webhook.signature'],
      delivered: excluded('Nothing is sent any more.'),
      abandoned: excluded('Nothing is sent any more.'),
    },
    'change the address': {
      'not sent yet': 'webhook.address-changed',
      pending: openRetries,
      delivered: excluded('Nothing is sent any more.'),
      abandoned: excluded('Nothing is sent any more.'),
    },
    'clear the address': {
      'not sent yet': 'webhook.address-changed',
      pending: nothingSent,
      delivered: excluded('Nothing is sent any more.'),
      abandoned: excluded('Nothing is sent any more.'),
    },
    'set it again': {
      'not sent yet': 'webhook.address-changed',
      pending: openRetries,
      delivered: excluded('Nothing is sent any more.'),
      abandoned: excluded('Nothing is sent any more.'),
    },
  },
});
