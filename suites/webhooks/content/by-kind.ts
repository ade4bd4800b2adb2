import { checks, expect, NotExercised, parseInstant, signatures, type Traced } from '../../../lib/interface/index.ts';
import { attemptsOf, everyRow, type History, needsOf, titleOf } from '../happenings/histories.ts';
import { DUPLICATE, notAsDue, occurredOutside, stampedOutside } from '../retries/moments.ts';

// The rules about requests, for every happening, and for every attempt of a day.

const validAt = (history: History, scheme: 0 | 1) =>
  attemptsOf(history).flatMap((attempt): Traced<string>[] => signatures(attempt).slice(scheme, scheme + 1));
const valid = (history: History) => attemptsOf(history).map(() => 'valid');

checks(
  'webhook.request',
  everyRow,
  (row) => `${titleOf(row)}: every attempt is a POST of application/json with an object`,
  async (context, row) => {
    const history = await row.history(context);
    const all = attemptsOf(history).map(({ delivery }) => delivery);

    expect(notAsDue(all), 'attempts that are no POST of a JSON object as application/json').toEqual([]);
  },
  needsOf,
);

checks(
  'webhook.signature',
  everyRow,
  (row) => `${titleOf(row)}: x-service-signature at every attempt`,
  async (context, row) => {
    const history = await row.history(context);

    expect(validAt(history, 0), 'x-service-signature of each attempt').toEqual(valid(history));
  },
  needsOf,
);

checks(
  'webhook.signature-v2',
  everyRow,
  (row) => `${titleOf(row)}: x-service-signature-v2 at every attempt`,
  async (context, row) => {
    const history = await row.history(context);

    expect(validAt(history, 1), 'x-service-signature-v2 of each attempt').toEqual(valid(history));
  },
  needsOf,
);

checks(
  'webhook.timestamp',
  everyRow,
  (row) => `${titleOf(row)}: the first attempt is stamped with the target's time`,
  async (context, row) => {
    const history = await row.history(context);
    mustKnow(history);
    const [first] = attemptsOf(history);

    const outside = stampedOutside(first === undefined ? [] : [first.delivery], history.moments);
    expect(outside, "timestamps that are not the target's time of sending").toEqual([]);
  },
  needsOf,
);

checks(
  'delivery.retry-signed-afresh',
  everyRow,
  (row) => `${titleOf(row)}: every retry has a timestamp of its own, and is signed with it`,
  async (context, row) => {
    const history = await row.history(context);
    mustKnow(history);
    const { merchant, happening, failing } = history;
    const retries = attemptsOf(history).slice(1);

    const outside = stampedOutside(
      retries.map(({ delivery }) => delivery),
      history.moments,
    );
    expect(outside, "timestamps that are not the target's time of sending").toEqual([]);
    // A retry with the timestamp of the first attempt is a byte-for-byte copy, too late to be a duplicate.
    const copies = merchant.webhooks.copies(happening.kind, failing.reference).map(({ delivery }) => delivery);
    if (copies.length > 0)
      expect(stampedOutside(copies, history.moments, DUPLICATE), 'copies of earlier attempts').toEqual([]);
    expect(validAt(history, 1).slice(1), 'x-service-signature-v2 of each retry').toEqual(valid(history).slice(1));
  },
  needsOf,
);

checks(
  'webhook.occurred-at',
  everyRow,
  (row) => `${titleOf(row)}: occurredAt is that moment`,
  async (context, row) => {
    const history = await row.history(context);
    mustKnow(history);
    const { moments, happening } = history;
    const [first] = attemptsOf(history);
    if (first === undefined || moments[0] === undefined) return;
    if (parseInstant(String(first.payload.occurredAt)) === undefined)
      throw new NotExercised('occurredAt is no date-time');

    const outside = occurredOutside(first.delivery, moments[0], happening.after ?? 0);
    expect(outside, 'occurredAt').toEqual([]);
  },
  needsOf,
);

function mustKnow({ moments }: History): void {
  if (moments.length === 0) throw new NotExercised('the target does not say what time it is');
}
