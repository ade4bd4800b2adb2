import { type Answer, Blocked, type CheckContext, check, checks, expect } from '../../../lib/interface/index.ts';
import { abandonedThough, about } from '../console/entries.ts';
import { EVENT, each, retryOf, type Sent, sent, sentAll } from '../support.ts';
import { acknowledgedAt } from './attempts.ts';
import { attemptsAfter, HOUR, LONG, MINUTE, timesOf } from './timing.ts';

interface Row {
  readonly what: string;
  /** The last one acknowledges and repeats. */
  readonly answers: readonly Answer[];
}

const json = { 'content-type': 'application/json' };
/** Delivery rule 1: "any 2xx answer acknowledges", whatever the rest of the answer, and however often the delivery failed before. */
const rows: readonly Row[] = [
  ...[204, 200, 201, 202, 203, 205, 206, 207, 226, 299].map((status) => ({ what: `${status}`, answers: [status] })),
  { what: '200 after a third of a second', answers: [{ status: 200, delayMs: 300 }] },
  { what: '200 with a long body', answers: [{ status: 200, body: 'x'.repeat(100_000) }] },
  {
    what: '200 with a body that speaks of an error',
    answers: [{ status: 200, body: '{"error":{"code":"x","message":"x"}}', headers: { 'content-type': 'text/html' } }],
  },
  { what: '200 with a body that says no', answers: [{ status: 200, body: 'false', headers: json }] },
  {
    what: '200 with a body that asks for more',
    answers: [{ status: 200, body: '{"received":false,"success":false,"status":"error","retry":true}', headers: json }],
  },
  { what: '200 with what is called JSON and is not', answers: [{ status: 200, body: '{"received":', headers: json }] },
  {
    what: '200 with a page of markup',
    answers: [{ status: 200, body: '<html></html>', headers: { 'content-type': 'text/html' } }],
  },
  {
    what: '200 with Retry-After and a refresh',
    answers: [{ status: 200, headers: { 'retry-after': '60', refresh: '60' } }],
  },
  { what: '202 with Retry-After', answers: [{ status: 202, headers: { 'retry-after': '60' } }] },
  { what: '201 with a Location', answers: [{ status: 201, headers: { location: '/elsewhere' } }] },
];
const later: readonly Row[] = [
  { what: '204 after a 500', answers: [500, 204] },
  { what: '202 after a 404', answers: [404, 202] },
  { what: '299 after a redirect', answers: [302, 299] },
  { what: '206 after a cut connection', answers: ['cut', 206] },
  { what: '201 after two 503', answers: [503, 503, 201] },
  { what: '200 with a long body after a 500', answers: [500, { status: 200, body: 'x'.repeat(100_000) }] },
  { what: '200 after 429 and a cut connection', answers: [429, 'cut', 200] },
];

/** Failures of each class; each 2xx status acknowledges after one of them, after two, and so on, up to the attempt after 12 hours. */
const failures: readonly Answer[] = [500, 404, 'cut', 302, 429, 503, 410];

const everyLater: readonly Row[] = [1, 2, 3, 4, 5].flatMap((turns) =>
  [200, 201, 202, 203, 204, 205, 206, 226, 299].map((status, at) => ({
    what: `${status} at attempt ${turns + 1}`,
    answers: [...Array.from({ length: turns }, (_, turn) => failures[(at + turn) % failures.length] ?? 500), status],
  })),
);

/** With a controlled clock it waits for every attempt of the schedule; in real time for the first two retries. */
async function prepare(context: CheckContext, chosen: readonly Row[]): Promise<Sent[]> {
  const events = await sentAll(
    context,
    chosen.map(({ answers }) => answers),
  );
  const inRealTime = chosen.every(({ answers }) => answers.length === 1) ? 100 : 7 * MINUTE;
  await context.time.listen(context.time.canMove ? 25 * HOUR : inRealTime, 'retries come');
  return events;
}

const acknowledged = each('deliveries that are acknowledged', ['webhooks'], rows, prepare);
const acknowledgedLater = each('deliveries that are acknowledged later', ['webhooks'], later, prepare);
const acknowledgedEver = each('deliveries acknowledged at any attempt', ['webhooks', 'clock'], everyLater, prepare);

checks(
  'delivery.every-2xx-acknowledges',
  rows,
  ({ what }) => `after ${what} nothing comes at the times of the schedule`,
  async (context, row) => {
    const event = await acknowledged(context, row);
    // The answer may have been lost, and then a retry is correct; so one repetition is permitted.
    const once = timesOf(event.surely()).value.length <= 1 ? event : (await prepare(context, [row]))[0];

    expect(timesOf((once ?? event).surely()), 'attempts, in seconds after the first').toEqual([0]);
  },
  { drawn: 1 },
);

for (const id of ['delivery.every-2xx-acknowledges', 'delivery.stops-when-acknowledged'] as const) {
  checks(
    id,
    everyLater,
    ({ what }) => `${what} is the last one`,
    async (context, row) => {
      expectStopped(row, await stopped(context, row, await acknowledgedEver(context, row)));
    },
    { needs: ['webhooks', 'clock'], waits: '25h', drawn: 3 },
  );
}

/** The console's entries for each delivery, soon after its day, and when a day and a half have passed. */
const listedEver = each(
  'entries of deliveries acknowledged at any attempt',
  ['webhooks', 'clock', 'deliveries'],
  everyLater,
  async (context, chosen: Row[]) => {
    const events: Sent[] = [];
    for (const row of chosen) events.push(await acknowledgedEver(context, row));
    const [first] = events;
    if (first === undefined) throw new Blocked('suite fault: nothing was sent');
    const soon = await context.console.deliveries(first.merchant);
    await context.time.past(first.at + LONG * 1_000, 'nothing more is due');
    const late = await context.console.deliveries(first.merchant);
    return events.map(({ reference }) => [soon, late].map((entries) => about(entries, reference, EVENT)));
  },
);

checks(
  'delivery.not-abandoned',
  everyLater,
  ({ what }) => `acknowledged with ${what}`,
  async (context, row) => {
    for (const entries of await listedEver(context, row)) {
      expect(entries, `entries of ${EVENT}`).not.toBeEmpty();
      expect(abandonedThough(entries, Number(row.answers.at(-1))), 'entries marked as abandoned').toEqual([]);
    }
  },
  { needs: ['clock'], waits: '40h', drawn: 3 },
);

checks(
  'delivery.stops-when-acknowledged',
  later,
  ({ what }) => `${what}: nothing more comes at the times of the schedule`,
  async (context, row) => {
    expectStopped(row, await stopped(context, row, await acknowledgedLater(context, row)));
  },
);

function expectStopped({ answers }: Row, event: Sent): void {
  const came = timesOf(event.surely()).value;
  const times = came.join(', ');
  // Duplicates take answers too, and then an earlier attempt than planned is acknowledged.
  const due = came.length < answers.length ? acknowledgedAt(event.all()) : answers.length;
  if (due === 0)
    throw new Blocked(`attempts at ${times} s: number ${answers.length}, to be acknowledged, did not come`);

  expect(
    attemptsAfter(event.surely(), due),
    `attempts at ${times} s, after number ${due}, which was acknowledged`,
  ).toEqual([]);
}

/** Repeats once if too many attempts came: an answer may have been lost, or an early duplicate may have taken one. */
async function stopped(context: CheckContext, row: Row, event: Sent): Promise<Sent> {
  const isOver = timesOf(event.surely()).value.length <= row.answers.length;
  return isOver ? event : ((await prepare(context, [row]))[0] ?? event);
}

check('delivery.stops-when-acknowledged', 'after a retry that got 200 nothing comes for 6 minutes', async (context) => {
  const event = await sent(context, 500);
  const { retry } = await retryOf(context, event);
  if (retry === undefined) throw new Blocked('no retry came that could be acknowledged');
  await context.time.wait(45, 'duplicates of the retry come');
  const last = event.latest();
  await context.time.listen(380, 'the second retry comes');

  expect(event.surely(last), 'attempts after the acknowledgement').toBeEmpty();
});
