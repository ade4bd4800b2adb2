import {
  type Capability,
  type CheckContext,
  checks,
  difference,
  type Exchange,
  expect,
  field,
  instantInSeconds,
  of,
  part,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { DAY, expectBetween, HOUR, moment } from '../attempts.ts';
import { calendar, waitUntilBefore } from '../calendar/calendar.ts';

// What ends by time ends after exactly that time, with the correct timestamp, also across the end of a day, month or year, or a clock
// change.

const MINUTE = 60;

interface Kind {
  readonly ids: readonly RequirementId[];
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly from: string;
  readonly to: string;
  /** Seconds before the calendar moment at which it starts, and seconds until it ends. */
  readonly before: number;
  readonly takes: number;
  /** The first answer or record, and how the record is read. */
  begin(context: CheckContext): Promise<{ first: Exchange; look: () => Promise<Exchange> }>;
  /** A date-time in the first answer or record that lies `after` seconds after the start. */
  readonly stamp?: { readonly name: string; readonly after: number };
}

const link = (minutes: number): Kind => ({
  ids: ['wallet-link.expires-at-agrees', 'wallet-link.expires'],
  what: `a link of ${minutes} minutes`,
  needs: ['wallets'],
  from: 'PENDING',
  to: 'EXPIRED',
  before: (minutes * MINUTE) / 2,
  takes: minutes * MINUTE,
  async begin({ merchant, wallets }) {
    const { linkId, exchange } = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: minutes });
    return { first: exchange, look: () => merchant.api.getWalletLink(linkId) };
  },
  stamp: { name: 'expiresAt', after: minutes * MINUTE },
});

const kinds: readonly Kind[] = [
  {
    ids: ['checkout.expires'],
    what: 'an unpaid checkout',
    needs: [],
    from: 'pending',
    to: 'failed',
    before: 12 * HOUR,
    takes: DAY,
    async begin({ merchant }) {
      const checkout = await merchant.checkout();
      return { first: await merchant.get(checkout), look: () => merchant.get(checkout) };
    },
    stamp: { name: 'createdAt', after: 0 },
  },
  {
    ids: ['escrow.expires'],
    what: 'an unpaid escrow',
    needs: [],
    from: 'pending_payment',
    to: 'expired',
    before: 12 * HOUR,
    takes: DAY,
    async begin({ merchant }) {
      const escrow = await merchant.escrow();
      return { first: escrow.exchange, look: () => merchant.get(escrow) };
    },
  },
  {
    ids: ['escrow.releases-after-its-hours'],
    what: 'an escrow of 25 hours',
    needs: ['escrow-buyer'],
    from: 'funded',
    to: 'released',
    before: 13 * HOUR,
    takes: 25 * HOUR,
    async begin({ merchant, buyer }) {
      const escrow = await buyer.funded(merchant, { autoReleaseHours: 25 });
      return { first: escrow.exchange, look: () => merchant.get(escrow) };
    },
  },
  link(60),
  link(5),
];

async function lived(context: CheckContext, { before, takes, to, begin }: Kind, at: (typeof calendar)[number]) {
  const { time } = context;
  await waitUntilBefore(context, at, before);
  const earliest = await moment(context, 'the time before it was asked for');
  const { first, look } = await begin(context);
  const latest = await moment(context, 'the time after it was asked for');
  const early = Math.min(2 * MINUTE, takes / 5);
  await time.wait(takes - early, `it becomes ${to}`);
  const shortlyBefore = await look();
  await time.wait(early, `it becomes ${to}`);
  let afterwards = await look();
  // A target may look for expired objects only every few minutes.
  await time.until(`it becomes ${to}`, 600, async () => {
    afterwards = await look();
    return field(afterwards.json, 'status') === to ? true : undefined;
  });
  return { first, earliest, latest, shortlyBefore, afterwards };
}

const rows = kinds.flatMap((kind) =>
  calendar.map((at) => ({
    ...kind,
    at: at.what,
    waits: at.waits,
    life: shared(`${kind.what} over ${at.what}`, ['clock', ...kind.needs], (context) => lived(context, kind, at)),
  })),
);

/** The rows of one chapter: those whose requirement ids start with it. */
export function overCalendar(chapter: 'checkout.' | 'escrow.' | 'wallet-link.'): void {
  checks(
    ({ id }) => id,
    rows.flatMap((row) => row.ids.map((id) => ({ ...row, id }))).filter(({ id }) => id.startsWith(chapter)),
    ({ what, at, to }) => `${what} over ${at} is ${to} when its time is over, and not sooner`,
    async (context, { id, from, to, life, stamp }) => {
      const { first, earliest, latest, shortlyBefore, afterwards } = await life(context);

      expect(shortlyBefore, 'shortly before').toHaveField('status', from);
      expect(afterwards, 'afterwards').toHaveField('status', to);
      if (id === 'wallet-link.expires-at-agrees' && stamp !== undefined && earliest !== null && latest !== null) {
        const until = instantInSeconds(of(first, stamp.name));
        const words = 'seconds from the request to expiresAt';
        expect(difference(until, part(latest, 'latest')), words).toBeLessThan(stamp.after + 55);
        expect(difference(until, part(earliest, 'earliest')), words).toBeGreaterThan(stamp.after - 55);
      }
    },
    ({ needs, waits }) => ({ needs: ['clock', ...needs], waits, drawn: 1 }),
  );
  if (chapter === 'wallet-link.')
    checks(
      'wallet-link.expires-at',
      rows.filter(({ ids }) => ids.some((id) => id.startsWith(chapter))),
      ({ what, at }) => `of ${what} over ${at} it is a date-time`,
      async (context, { life }) => expect(of((await life(context)).first, 'expiresAt')).toBeDateTime(),
      ({ needs, waits }) => ({ needs: ['clock', ...needs], waits, drawn: 1 }),
    );
  if (chapter !== 'checkout.') return;
  checks(
    'checkout.created-at-true',
    rows.filter(({ stamp }) => stamp?.name === 'createdAt'),
    ({ at }) => `of a checkout over ${at}, then and a day later`,
    async (context, { life }) => {
      const { first, earliest, latest, afterwards } = await life(context);

      for (const record of [first, afterwards]) expectBetween(record, 'createdAt', earliest, latest);
    },
    ({ needs, waits }) => ({ needs: ['clock', ...needs], waits, drawn: 1 }),
  );
}
