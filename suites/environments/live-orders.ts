import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  type Exchange,
  field,
  type Merchant,
  NotExercised,
  shared,
  unknownBank,
} from '../../lib/interface/index.ts';
import { notFailed, withBalance } from './support.ts';

// Live payouts in various orders: accepted ones count, pending and settled, to the kobo; so do refunds, each of
// them, of whichever payment; refused ones never do.

/**
 * A payout of `kobo`, or of `beyond` kobo more than the balance, or with a wrong field; or a reference used again; or a wait in seconds; or a refund,
 * `of` the first, second, ... payment, that settles before the next payout.
 */
type Ask =
  | { readonly kobo: number }
  | { readonly beyond: number }
  | { readonly wrong: Body }
  | { readonly again: 'the first payout' }
  | { readonly waits: number }
  | { readonly refunds: number; readonly of: number };

interface Row {
  readonly what: string;
  readonly paid: readonly [number, ...number[]];
  readonly asks: readonly Ask[];
}

const noBank = { wrong: { amount: 12_003, recipient: { bankName: unknownBank } } };
const noNumber = { wrong: { amount: 12_003, recipient: { accountNumber: '012345678' } } };
const first = { again: 'the first payout' } as const;
const settles = { waits: 600 };

const rows: readonly Row[] = [
  {
    what: 'one too large, while another is pending',
    paid: [50_051],
    asks: [{ kobo: 20_011 }, { beyond: 1 }, { beyond: 10_003 }],
  },
  {
    what: 'three too large, one after another',
    paid: [50_050],
    asks: [{ beyond: 1 }, { beyond: 49 }, { beyond: 900_000 }],
  },
  {
    what: 'one too large, before and after another settles',
    paid: [70_099],
    asks: [{ kobo: 20_050 }, { beyond: 1 }, settles, { beyond: 1 }, { beyond: 51 }],
  },
  {
    what: 'refused for another reason, while one is pending',
    paid: [60_007],
    asks: [{ kobo: 20_011 }, noBank, noNumber, first, { wrong: { amount: 9_999 } }, { wrong: { currency: 'USD' } }],
  },
  {
    what: 'refused for another reason, after one has settled',
    paid: [60_107],
    asks: [{ kobo: 20_011 }, settles, noBank, noNumber, first, { wrong: { amount: 9_999 } }],
  },
  {
    what: 'two of one amount',
    paid: [50_001],
    asks: [{ kobo: 15_000 }, { beyond: 1 }, { kobo: 15_000 }, { beyond: 1 }],
  },
  {
    what: 'after three payments of odd kobo',
    paid: [20_033, 20_033, 20_034],
    asks: [{ beyond: 1 }, { kobo: 10_001 }, { beyond: 99 }, { kobo: 10_001 }, { beyond: 1 }],
  },
  {
    what: 'after two payments whose sum no fraction of naira holds',
    paid: [10_010, 20_020],
    asks: [],
  },
  {
    what: 'after three payments, and a payout, whose sums no fraction of naira holds',
    paid: [10_010, 20_020, 10_070],
    asks: [{ kobo: 10_001 }, { beyond: 1 }],
  },
  {
    what: 'after refunds of one payment, one after another, of a part, of another and of all the rest',
    paid: [60_013, 30_011],
    asks: [
      { refunds: 9_007, of: 1 },
      { beyond: 1 },
      ...[9_007, 11_997].flatMap((refunds) => [{ refunds, of: 1 }, { beyond: 1 }]),
    ],
  },
  {
    what: 'between refunds of three payments, one of the whole',
    paid: [30_031, 40_033, 10_037],
    asks: [
      { refunds: 1_009, of: 0 },
      { kobo: 12_011 },
      { refunds: 10_037, of: 2 },
      { beyond: 1 },
      { refunds: 3, of: 1 },
      { refunds: 1_009, of: 0 },
      { beyond: 1 },
    ],
  },
  {
    what: 'of the largest amount',
    paid: [2_000_000_000],
    asks: [{ kobo: 1_999_900_001 }, { beyond: 1 }, { beyond: 100 }],
  },
];

interface Told {
  readonly what: string;
  readonly due: 201 | 422 | null;
  readonly answer: Exchange;
}

export const sequences = rows.map((row) => ({
  ...row,
  told: shared(`live payouts: ${row.what}`, ['live', 'live-buyer'], async (context) => {
    const told: Told[] = [];
    await withBalance(context, row.paid, async (_payment, available, payments) => {
      const all = await sequence(context, row.asks, available, payments);
      told.push(...all.told);
      await notFailed(context, all.accepted);
    });
    return told;
  }),
}));

/** A step: a refund, by how much it lowers the balance. How long a live refund takes is not shown, nor whether a pending one counts. */
async function refunded(live: Merchant, payment: Created | undefined, amount: number): Promise<number> {
  if (payment === undefined) throw new Blocked('suite fault: there is no such payment');
  const status = field((await live.becomes(await live.refund(payment, { amount }), 'succeeded')).json, 'status');
  if (status !== 'succeeded')
    throw new NotExercised(`the live refund is still ${status}: what it leaves cannot be tried`);
  return amount;
}

/** Ends with a payout of all that is left, and one of the smallest amount beyond that. */
async function sequence(
  { live, data, time }: CheckContext,
  asks: readonly Ask[],
  available: number,
  payments: readonly Created[],
) {
  const told: Told[] = [];
  const accepted: string[] = [];
  let left = available;
  const ask = async (what: string, due: Told['due'], body: Body) => {
    const answer = await live.createPayout(body);
    told.push({ what, due, answer });
    if (answer.status !== 201) return;
    left -= Number(body.amount);
    accepted.push(String(field(answer.json, 'reference')));
  };
  for (const each of asks) {
    if ('refunds' in each) left -= await refunded(live, payments[each.of], each.refunds);
    else if ('waits' in each) await time.wait(each.waits, 'live payouts settle');
    else if ('again' in each) await ask('the reference of the first', null, { reference: accepted[0], amount: 10_007 });
    else if ('wrong' in each) await ask('one that is wrong', null, each.wrong);
    else if ('kobo' in each) await ask(`${each.kobo} kobo`, 201, { amount: each.kobo });
    else await ask(`${each.beyond} kobo more than is left`, 422, { amount: Math.max(10_000, left + each.beyond) });
  }
  const wasDue = told.every(({ due, answer }) => (due === 201) === (answer.status === 201));
  if (wasDue) await ask('all that is left', 201, { reference: data.reference('pay'), amount: left });
  if (wasDue && left === 0) await ask('10,000 kobo when nothing is left', 422, { amount: 10_000 });
  return { told, accepted };
}
