import {
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
const ways = [
  { way: 'acknowledged at its retry', needs: [] as Capability[], seconds: 100 },
  { way: 'resent', needs: ['deliveries', 'resend'] as Capability[], seconds: 100 },
  { way: 'given up after a day', needs: ['clock'] as Capability[], seconds: 40 * 3_600 },
] as const;
type Way = (typeof ways)[number]['way'];

async function lived(context: CheckContext, { event, begins }: Row, way: Way, seconds: number) {
  const { merchant, console, time } = context;
  const { reference, happens, changes, look } = await begins(context);
  merchant.webhooks.answer({ event, reference }, way === 'resent' ? 200 : 500);
  await happens();
  await merchant.webhooks.given(event, reference);
  const changed = await changes();
  const before = await look();
  if (way !== 'given up after a day') merchant.webhooks.answer({ event, reference }, 200);
  if (way === 'resent') await console.resendEvent(merchant, event, reference);
  await time.wait(seconds, `the delivery of ${event} is over`);
  return { changed, before, after: await look() };
}

const all = ways.flatMap(({ way, needs, seconds }) =>
  rows.map((row) => ({
    ...row,
    way,
    needs: ['webhooks', ...row.needs, ...needs] as const,
    waits: seconds > 3_600 ? ('40h' as const) : ('2m' as const),
    life: shared(`${row.what}, whose event is ${way}`, ['webhooks', ...row.needs, ...needs], (context) =>
      lived(context, row, way, seconds),
    ),
  })),
);

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
    all.filter((row) => row.chapter === chapter && row.way === 'acknowledged at its retry'),
    ({ what, event }) => `${what}, while its ${event} is not acknowledged`,
    async (context, { life, becomes }) => {
      const { changed, after } = await life(context);

      for (const answer of changed) expect(part(answer, 'status'), summary(answer)).toBeLessThan(300);
      if (becomes !== undefined) expect(after).toHaveField('status', becomes);
    },
    ({ needs, waits }) => ({ needs, waits, drawn: 1 }),
  );
}
