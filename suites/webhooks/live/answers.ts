import {
  type Answer,
  Blocked,
  type CheckContext,
  captured,
  checks,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { acknowledgedAt } from '../retries/attempts.ts';
import { attemptsAfter, keptSchedules, MINUTE, SCHEDULE, timesOf } from '../retries/timing.ts';

// Delivery rules 1 and 2 in live: what fails is tried again, however it fails, until it is acknowledged.

/** The only event of live that needs neither a buyer nor an owner. */
const EVENT = 'escrow.cancelled';

/** In seconds: time for four attempts with a controlled clock, two in real time. */
const horizon = ({ time }: CheckContext) => (time.canMove ? 42 * MINUTE : 100);

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  readonly answers: readonly Answer[];
}

const failing: readonly Row[] = [
  { id: 'delivery.4xx-retried', what: '410', answers: [410] },
  { id: 'delivery.4xx-retried', what: '404', answers: [404] },
  { id: 'delivery.3xx-retried', what: '302 without a Location', answers: [302] },
  { id: 'delivery.5xx-retried', what: '503', answers: [503] },
  { id: 'delivery.connection-failure-retried', what: 'a cut connection', answers: ['cut'] },
  { id: 'delivery.mixed-failures', what: '500, then 404, then a redirect', answers: [500, 404, 301, 500] },
];

const acknowledged: readonly Row[] = [
  { id: 'delivery.every-2xx-acknowledges', what: '204', answers: [204] },
  { id: 'delivery.every-2xx-acknowledges', what: '202 after a 404', answers: [404, 202] },
  { id: 'delivery.stops-when-acknowledged', what: '201 after a 500', answers: [500, 201] },
];

const redirected = { id: 'delivery.redirect-not-followed', what: '307 with a Location' } as const;

/** All rows at once, of one live merchant. */
const answered = shared('live events that are answered otherwise', ['webhooks', 'live', 'wallets'], async (context) => {
  const { live, capture, data, time } = context;
  const seller = { walletId: (await context.wallets.make({ environment: 'live' })).walletId };
  const place = new URL(capture.url);
  const there = `${place.pathname}${place.search === '' ? '?' : `${place.search}&`}${data.reference('elsewhere')}`;
  capture.script({ path: there }, 200);
  const moved: Answer = { status: 307, headers: { location: new URL(there, place).href } };
  const references = new Map<string, string>();
  for (const { what, answers } of [...failing, ...acknowledged, { ...redirected, answers: [moved] }]) {
    const reference = data.reference('esc');
    live.webhooks.answer({ event: EVENT, reference }, answers);
    await live.escrow({ reference, seller });
    const { status } = await live.api.cancelEscrow(reference);
    if (status >= 300) throw new Blocked(`an escrow should have been cancelled in live; got ${status}`);
    references.set(what, reference);
  }
  for (const reference of references.values()) await live.webhooks.given(EVENT, reference);
  await time.wait(horizon(context), 'retries come');
  for (const reference of references.values()) live.webhooks.answer({ event: EVENT, reference }, 200);
  return { merchant: live, references, there };
});

const needs = ['live', 'live-webhooks', 'wallets'] as const;

async function seen(context: CheckContext, what: string) {
  const { merchant, references } = await answered(context);
  const reference = references.get(what) ?? '';
  return { first: await merchant.webhooks.given(EVENT, reference), merchant, reference };
}

checks(
  ({ id }) => id,
  failing,
  ({ what }) => `live: ${what}, at every attempt`,
  async (context, { what }) => {
    const { merchant, reference, first } = await seen(context, what);
    const all = merchant.webhooks.came(EVENT, reference);

    expect(keptSchedules(all, first, horizon(context))).toHaveCome(
      `live, after ${what}: attempts at ${timesOf(all).value.join(', ')} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  { needs },
);

checks(
  ({ id }) => id,
  acknowledged,
  ({ what }) => `live: after ${what} nothing comes at the times of the schedule`,
  async (context, { what }) => {
    const { merchant, reference } = await seen(context, what);
    const turn = acknowledgedAt(merchant.webhooks.all(EVENT, reference));
    if (turn === 0) throw new Blocked(`no attempt of ${EVENT} for ${reference} came that was acknowledged`);

    expect(attemptsAfter(merchant.webhooks.surely(EVENT, reference), turn), 'attempts after that').toEqual([]);
  },
  { needs },
);

checks(
  ({ id }) => id,
  [redirected],
  ({ what }) => `live: ${what}`,
  async (context) => {
    const { there } = await answered(context);

    expect(captured(context, { path: there }), 'requests at the Location').toBeEmpty();
  },
  { needs },
);
