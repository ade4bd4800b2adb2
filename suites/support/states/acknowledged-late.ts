import {
  type Answer,
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  expect,
  part,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { expectSame } from '../attempts.ts';
import { type Row, rows } from '../changes-after-events.ts';

// A late acknowledgement concerns the past: it must not change the state that the object has reached since. The delivery is retried, resent
// or abandoned after that change.

/** How the delivery ends, and seconds after the change until then. */
const ways: readonly Way[] = [
  { way: 'acknowledged at its retry', first: 500, needs: [], seconds: 100 },
  { way: 'resent', first: 200, needs: ['deliveries', 'resend'], seconds: 100 },
  { way: 'given up after a day', first: 500, needs: ['clock'], seconds: 40 * 3_600 },
];

/** Other answers that acknowledge nothing, for the first row of each kind of event that is not another's. */
const others: readonly Way[] = [
  { way: 'acknowledged at its retry, after a 404', first: 404, needs: [], seconds: 100 },
  { way: 'acknowledged at its retry, after a redirect', first: 301, needs: [], seconds: 100 },
  { way: 'acknowledged at its retry, after a cut connection', first: 'cut', needs: [], seconds: 100 },
  {
    way: 'acknowledged at its retry, after five seconds without an answer',
    first: { status: 500, delayMs: 5_000 },
    needs: [],
    seconds: 100,
  },
];
const telling = ['payment.succeeded', 'escrow.funded', 'wallet.link.approved'];
const isFirst = ({ event }: Row, at: number) =>
  telling.includes(event) && rows.findIndex((each) => each.event === event) === at;

interface Way {
  readonly way: string;
  /** The answer to the first attempt, before the change. */
  readonly first: Answer;
  readonly needs: readonly Capability[];
  readonly seconds: number;
}

async function lived(context: CheckContext, { event, begins }: Row, { way, first, seconds }: Way) {
  const { merchant, console, time } = context;
  const { reference, happens, changes, look } = await begins(context);
  merchant.webhooks.answer({ event, reference }, first);
  await happens();
  await merchant.webhooks.given(event, reference);
  const changed = await changes();
  const before = await look();
  if (way !== 'given up after a day') merchant.webhooks.answer({ event, reference }, 200);
  if (way === 'resent') await console.resendEvent(merchant, event, reference);
  await time.wait(seconds, `the delivery of ${event} is over`);
  return { changed, before, after: await look() };
}

const all = [...ways, ...others].flatMap((each) => {
  const { way, needs, seconds } = each;
  return rows
    .filter((row, at) => ways.includes(each) || isFirst(row, at))
    .map((row) => ({
      ...row,
      way,
      needs: ['webhooks', ...row.needs, ...needs] as const,
      waits: seconds > 3_600 ? ('40h' as const) : ('2m' as const),
      life: shared(`${row.what}, whose event is ${way}`, ['webhooks', ...row.needs, ...needs], (context) =>
        lived(context, row, each),
      ),
    }));
});

/** Defines the checks of one chapter. */
export function acknowledgedLate(chapter: Row['chapter']): void {
  checks(
    ({ id }) => id,
    all.filter((row) => row.chapter === chapter),
    ({ what, event, way }) => `${what}, and only then its ${event} is ${way}: it is what it was before that`,
    async (context, { life, fields }) => {
      const { changed, before, after } = await life(context);
      if (changed.some(({ status }) => status >= 400)) throw new Blocked('it should have been changed');

      expectSame(after, before, fields);
    },
    ({ needs, waits }) => ({ needs, waits, drawn: 1 }),
  );
  checks(
    ({ possible }) => possible,
    all.filter((row) => row.chapter === chapter && row.way.startsWith('acknowledged')),
    ({ what, event, way }) =>
      `${what}, while its ${event} is not acknowledged yet, but ${way.replace(/^acknowledged/, 'only')}`,
    async (context, { life, becomes }) => {
      const { changed, after } = await life(context);

      for (const answer of changed) expect(part(answer, 'status'), summary(answer)).toBeLessThan(300);
      if (becomes !== undefined) expect(after).toHaveField('status', becomes);
    },
    ({ needs, waits }) => ({ needs, waits, drawn: 1 }),
  );
}
