import {
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  field,
  type Merchant,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { DAY, HOUR } from '../attempts.ts';

// Rules about time hold for each of many: a job that takes a page of what is due leaves the rest, and a list that holds the latest forgets those
// before them.

const COUNT = 45;
const MINUTE = 60;

async function many<Made>(make: () => Promise<Made>): Promise<Made[]> {
  const all: Made[] = [];
  for (let turn = 0; turn < COUNT; turn++) all.push(await make());
  return all;
}

/** Minutes between looks: how often a service looks for what is due, and how many it takes each time, is not shown. */
const looks = [10, 20, 30];

/** The records of all, read until each has this status, for an hour. */
async function become(
  { time }: CheckContext,
  status: string,
  read: readonly (() => Promise<Exchange>)[],
): Promise<Exchange[]> {
  let records: Exchange[] = [];
  for (const minutes of looks) {
    await time.wait(minutes * MINUTE, `many become ${status}`);
    records = await Promise.all(read.map((one) => one()));
    if (records.every(({ json }) => field(json, 'status') === status)) break;
  }
  return records;
}

const getsOf = (merchant: Merchant, all: readonly Created[]) => all.map((each) => () => merchant.get(each));

const unpaid = shared('many unpaid checkouts and escrows of one minute', [], async (context) => {
  const { merchant, time } = context;
  const checkouts = await many(() => merchant.checkout());
  const escrows = await many(() => merchant.escrow());
  await time.wait(DAY, 'many unpaid checkouts and escrows are over');
  return {
    checkouts: await become(context, 'failed', getsOf(merchant, checkouts)),
    escrows: await become(context, 'expired', getsOf(merchant, escrows)),
  };
});

const paid = shared('many paid escrows, and others behind them', ['escrow-buyer-email'], async (context) => {
  const { merchant, buyer, time } = context;
  const long = await many(() => buyer.funded(merchant, { autoReleaseHours: 720 }));
  const short = await many(() => buyer.funded(merchant, { autoReleaseHours: 2 }));
  await time.wait(2 * HOUR, 'many escrows are released by themselves');
  return {
    short: await become(context, 'released', getsOf(merchant, short)),
    long: await Promise.all(getsOf(merchant, long).map((one) => one())),
  };
});

const links = shared('many links beside an approved one', ['wallets'], async (context) => {
  const { merchant, wallets, time } = context;
  const [wallet, latest] = [await wallets.make({ balanceMinor: 8_641 }), await wallets.make({ balanceMinor: 8_643 })];
  const { linkId } = await wallets.approvedLink(merchant, wallet);
  const pending = await many(async () => wallets.link(merchant, await wallets.make(), { expiresInMinutes: 5 }));
  await wallets.approvedLink(merchant, latest);
  const balances = [
    await merchant.api.getWalletBalance(wallet.walletId),
    await merchant.api.getWalletBalance(latest.walletId),
  ];
  await time.wait(5 * MINUTE, 'many links expire');
  return {
    balances,
    approved: await merchant.api.getWalletLink(linkId),
    expired: await become(
      context,
      'EXPIRED',
      pending.map(
        ({ linkId: each }) =>
          () =>
            merchant.api.getWalletLink(each),
      ),
    ),
  };
});

const all = (records: readonly Exchange[], name: string, value: string) => {
  for (const record of records) expect(record).toHaveField(name, value);
};

/** Checks for several chapters: see `table`. */
export const manyDue: readonly Row[] = [
  {
    id: 'checkout.expires',
    title: `each of ${COUNT} unpaid checkouts of one merchant that are over within a minute has failed`,
    needs: [],
    waits: '25h',
    async check(context) {
      all((await unpaid(context)).checkouts, 'failureReason', 'expired');
    },
  },
  {
    id: 'escrow.expires',
    title: `each of ${COUNT} unpaid escrows of one merchant that are over within a minute has expired`,
    needs: [],
    waits: '25h',
    async check(context) {
      all((await unpaid(context)).escrows, 'status', 'expired');
    },
  },
  {
    id: 'escrow.releases-after-its-hours',
    title: `each of ${COUNT} escrows whose hours are over is released, where ${COUNT} older ones of more hours are funded`,
    // Where control pays: an account that pays on pages may not have so much money.
    needs: ['escrow-buyer-email'],
    waits: '3h',
    async check(context) {
      const { short, long } = await paid(context);
      all(short, 'status', 'released');
      all(long, 'status', 'funded');
    },
  },
  {
    id: 'wallet-link.expires',
    title: `each of ${COUNT} links of one merchant about which nobody decides is EXPIRED`,
    needs: ['wallets'],
    waits: '20m',
    async check(context) {
      all((await links(context)).expired, 'status', 'EXPIRED');
    },
  },
  {
    id: 'wallet-link.approved-stays',
    title: `a link is APPROVED when ${COUNT} newer ones for other wallets have been asked for`,
    needs: ['wallets'],
    waits: '20m',
    async check(context) {
      expect((await links(context)).approved).toHaveField('status', 'APPROVED');
    },
  },
  {
    id: 'wallet.balance-when-approved',
    title: `a link opens the balance when ${COUNT} newer ones for other wallets have been asked for, and so does one behind them`,
    needs: ['wallets'],
    waits: '20m',
    async check(context) {
      const [first, last] = (await links(context)).balances;
      expect(first).toHaveField('availableMinor', 8_641);
      expect(last).toHaveField('availableMinor', 8_643);
    },
  },
];
