import { type CheckContext, differentOf, distinct, expect, NotExercised, of } from '../../../lib/interface/index.ts';
import { known } from '../money/money.ts';
import { type Deed, deeds, escrowEvents, seenOf } from './deeds.ts';
import { afterwardsOf, everywhere, refunds, tried } from './lives.ts';
import { type Row, table } from './tables.ts';
import type { Way } from './ways.ts';

// Each way in which an escrow ends, with all attempts afterwards: the final state stays.

interface Cell extends Row {
  readonly way: Way;
  readonly deed: Deed;
}

const again: Deed = 'the merchant creates another with its reference';

function cell(way: Way, deed: Deed): Cell {
  const waits = deeds[deed].waits ?? way.takes;
  return { way, deed, needs: [...way.needs, ...deeds[deed].needs], ...(waits !== undefined && { waits }) };
}

const cells = everywhere.flatMap((way) => tried.map((deed) => cell(way, deed)));

for (const [id, status] of [
  ['escrow.released-is-final', 'released'],
  ['escrow.refunded-is-final', 'refunded'],
  ['escrow.cancelled-is-final', 'cancelled'],
] as const) {
  const tooLate = ({ deed }: Cell) => status === 'cancelled' && deed === 'the buyer pays';
  const own = cells.filter(({ way }) => way.status === status);
  table(
    id,
    own.filter((each) => !tooLate(each)),
    title,
    stays,
  );
  table('escrow.cancelled-cannot-be-paid', own.filter(tooLate), title, stays);
}

// Without `waits`: the day until the expiry is part of the requirement itself, so these rows do not count for escrow.outlasts-time.
const expired = cells.filter(({ way }) => way.status === 'expired').map(({ waits: _, ...each }): Cell => each);
const isPaid = ({ deed }: Cell) => deed === 'the buyer pays';
table(
  'escrow.expired-is-final',
  expired.filter((each) => !isPaid(each)),
  title,
  stays,
);
table('escrow.expired-cannot-be-paid', expired.filter(isPaid), title, stays);

function title({ way, deed }: Cell): string {
  return `${way.way}, then ${deed}: it is ${way.status}`;
}

async function stays(context: CheckContext, each: Cell): Promise<void> {
  const { record } = seenOf((await afterwardsOf(context, each.way)).deeds, each.deed);

  expect(record).toHaveField('status', each.way.status);
}

table(
  'escrow.reference-spent-for-good',
  cells.filter(({ deed }) => deed === again),
  ({ way }) => `the reference of one that is ${way.way}`,
  async (context, each) => {
    const { answer } = seenOf((await afterwardsOf(context, each.way)).deeds, again);

    expect(answer).toBeRefusedWith(409, 'duplicate_reference');
  },
);

table(
  'escrow.paid-out-once',
  cells.filter(({ deed }) => deeds[deed].waits !== undefined || deed === 'a minute passes').map(withWallets),
  ({ way, deed }) => `${way.way}, much is tried, then ${deed}: seller and fee wallet have what was due, no more`,
  async (context, each) => {
    const { deeds: seen, due } = await afterwardsOf(context, each.way);
    const { seller, fee } = seenOf(seen, each.deed);

    expect(seller, 'kobo that the seller has gained').toBe(due.seller);
    if (fee !== null) expect(fee, 'kobo that the fee wallet has gained').toBe(due.fee);
  },
);

function withWallets(each: Cell): Cell {
  return { ...each, needs: [...each.needs, 'wallets'] };
}

const lives = everywhere.map((way) => cell(way, 'a minute passes'));

table(
  'escrow.reference-spent-for-good',
  lives,
  ({ way }) => `the reference of one that is ${way.way}, a day later`,
  async (context, each) => {
    expect((await afterwardsOf(context, each.way)).lateDuplicate).toBeRefusedWith(409, 'duplicate_reference');
  },
);

table(
  'escrow.end-told-once',
  lives.map((each) => ({ ...each, needs: [...each.needs, each.way.live ? 'live-webhooks' : 'webhooks'] as const })),
  ({ way }) => `${way.way}: no event comes twice, and none of another end`,
  async (context, each) => {
    const { told } = await afterwardsOf(context, each.way);
    if (told === null) throw new NotExercised('the merchant has no webhook secret');

    for (const event of escrowEvents) {
      const most = each.way.events.includes(event) ? 1 : 0;
      expect(distinct(differentOf(told[event], 'json.id')), `different ${event}`).toBeLessThanOrEqual(most);
    }
  },
);

table(
  'escrow.refund-after-its-end',
  lives,
  ({ way }) => `${way.way}: a refund that is refused changes nothing`,
  async (context, each) => {
    const { refund, later } = await afterwardsOf(context, each.way);
    const refused = refunds.every((deed) => seenOf(refund, deed).refused);
    const { record } = seenOf(later, 'a minute passes');
    const { status } = each.way;

    // Which statuses accept a refund besides funded and disputed, and the resulting status, is not shown.
    expect(of(record, 'status')).toBeOneOf(refused ? [status] : [status, 'refunded', 'cancelled']);
  },
);

table(
  'escrow.refund-after-its-end',
  lives.map(withWallets),
  ({ way }) => `${way.way}: a refund that is refused moves no money, and one that is accepted pays the seller nothing`,
  async (context, each) => {
    const { refund, later, due } = await afterwardsOf(context, each.way);
    const refused = refunds.every((deed) => seenOf(refund, deed).refused);
    const { seller, fee } = seenOf(later, 'a minute passes');

    if (refused) expect(known(seller), 'kobo that the seller has gained').toBe(due.seller);
    else expect(known(seller), 'kobo that the seller has gained').toBeLessThanOrEqual(due.seller);
    if (fee !== null) expect(fee, 'kobo that the fee wallet has gained').toBeLessThanOrEqual(due.fee);
  },
);
