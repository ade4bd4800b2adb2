import { type Answer, type CheckContext, captured, checks, expect } from '../../../lib/interface/index.ts';
import { each, type Sent, sentAll } from '../support.ts';
import { keptSchedules, MINUTE, SCHEDULE, timesOf } from './timing.ts';

export type Rule =
  | 'delivery.3xx-retried'
  | 'delivery.4xx-retried'
  | 'delivery.5xx-retried'
  | 'delivery.connection-failure-retried'
  | 'delivery.mixed-failures';

/** How every attempt is answered: the last answer repeats. `to`: the answer at the address to which a redirect leads. */
interface Row {
  readonly rule: Rule;
  readonly what: string;
  readonly answers: readonly Answer[];
  readonly to?: 200 | 500;
}

const statuses = (rule: Rule, all: readonly number[]) =>
  all.map((status): Row => ({ rule, what: `${status}`, answers: [status] }));

/** Headers and bodies that a sender might obey or believe: the schedule of delivery rule 2 depends on none of them. */
const beside: readonly { says: string; headers?: Record<string, string>; body?: string }[] = [
  { says: 'Retry-After of an hour', headers: { 'retry-after': '3600' } },
  { says: 'Retry-After of a second', headers: { 'retry-after': '1' } },
  { says: 'Retry-After as a date far ahead', headers: { 'retry-after': 'Fri, 31 Dec 2049 23:59:59 GMT' } },
  { says: 'Retry-After that is no time', headers: { 'retry-after': 'never' } },
  {
    says: 'a body of success',
    headers: { 'content-type': 'application/json' },
    body: '{"received":true,"status":200}',
  },
  { says: 'a web page', headers: { 'content-type': 'text/html' }, body: '<html><body>OK</body></html>' },
];

const alsoSaying = (rule: Rule, all: readonly number[]) =>
  all.flatMap((status) =>
    beside.map(({ says, ...rest }): Row => ({ rule, what: `${status} with ${says}`, answers: [{ status, ...rest }] })),
  );

/** Delivery rule 2: "any other answer". First redirects without a `Location`, which cannot be followed; those with one come below. */
const rows: readonly Row[] = [
  ...statuses('delivery.5xx-retried', [500, 503, 501, 502, 504, 599]),
  ...statuses('delivery.4xx-retried', [410, 400, 401, 404, 408, 409, 429, 403, 405, 413, 422, 451]),
  ...statuses('delivery.3xx-retried', [302, 301, 300, 303, 304, 307, 308]),
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    ([200, 500] as const).map(
      (to): Row => ({
        rule: 'delivery.3xx-retried',
        what: `${status} with a Location where ${to} is answered`,
        answers: [status],
        to,
      }),
    ),
  ),
  ...alsoSaying('delivery.5xx-retried', [503, 500]),
  ...alsoSaying('delivery.4xx-retried', [429, 404]),
  ...alsoSaying('delivery.3xx-retried', [302]),
  { rule: 'delivery.connection-failure-retried', what: 'the connection is cut', answers: ['cut'] },
  { rule: 'delivery.mixed-failures', what: '500, then 404, then a redirect', answers: [500, 404, 301, 500] },
  { rule: 'delivery.mixed-failures', what: 'a cut connection, then 410, then 503', answers: ['cut', 410, 503] },
  { rule: 'delivery.mixed-failures', what: '429, then a cut connection, then 400', answers: [429, 'cut', 400, 500] },
  { rule: 'delivery.mixed-failures', what: '308, then 408, then 502', answers: [308, 408, 502] },
  {
    rule: 'delivery.mixed-failures',
    what: '302 with a Location, then 307 with one, then 409',
    answers: [302, 307, 409],
    to: 200,
  },
  {
    rule: 'delivery.mixed-failures',
    what: 'a long body each time',
    answers: [
      { status: 500, body: 'x'.repeat(100_000) },
      { status: 404, body: '{"received":true}', headers: { 'content-type': 'application/json' } },
    ],
  },
];

interface Failed {
  readonly event: Sent;
  /** The path to which a redirect leads. */
  readonly path: string | null;
}

/** In seconds: time for four attempts with a controlled clock, two in real time, so that answers are tried at each position. */
const horizon = ({ time }: CheckContext) => (time.canMove ? 42 * MINUTE : 100);

const failed = each('deliveries that are answered otherwise', ['webhooks'], rows, async (context, chosen: Row[]) => {
  const places = chosen.map(({ to }) => (to === undefined ? null : elsewhere(context, to)));
  const answers = chosen.map((row, at) => row.answers.map((answer) => leading(answer, places[at]?.location)));
  const events = await sentAll(context, answers);
  await context.time.wait(horizon(context), 'retries come');
  for (const event of events) event.answer(200);
  return events.map((event, at): Failed => ({ event, path: places[at]?.path ?? null }));
});

checks(
  ({ rule }) => rule,
  rows,
  ({ what }) => `${what}, at every attempt`,
  async (context, row) => {
    const { event } = await failed(context, row);
    const all = event.came();
    const times = timesOf(all).value.join(', ');

    expect(keptSchedules(all, event.first, horizon(context))).toHaveCome(
      `after ${row.what}: attempts at ${times} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  ({ rule }) => ({ drawn: rule === 'delivery.mixed-failures' ? 0.3 : 0.7 }),
);

checks(
  'delivery.redirect-not-followed',
  rows.filter(({ to }) => to !== undefined),
  ({ what }) => what,
  async (context, row) => {
    const { path } = await failed(context, row);

    expect(captured(context, { path: path ?? '' }), 'requests at the Location').toBeEmpty();
  },
);

function leading(answer: Answer, location: string | undefined): Answer {
  return location === undefined || typeof answer !== 'number' ? answer : { status: answer, headers: { location } };
}

/**
 * An address of the capture server that only this check knows. It differs only in its query, because the public route to the capture server
 * may let no other path pass.
 */
function elsewhere({ capture, data }: CheckContext, answer: Answer): { location: string; path: string } {
  const url = new URL(capture.url);
  const path = `${url.pathname}${url.search === '' ? '?' : `${url.search}&`}${data.reference('elsewhere')}`;
  capture.script({ path }, answer);
  return { location: new URL(path, url).href, path };
}
