import {
  Blocked,
  type Created,
  check,
  expect,
  inLive,
  movingLiveMoney,
  watchBalance,
} from '../../../lib/interface/index.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';
import type { MoneyMoves } from '../support.ts';

// "Available to pay out (paid in, minus refunds and payouts)": money that an escrow holds is the buyer's or the seller's ("money held"), so that
// it neither adds to the merchant's balance nor, when it goes back to the buyer, is taken from it. Nothing is released here: what becomes of a
// commission then is not shown.

const DAY = 24 * 3_600;

/** Longer than any of these histories, so that none is released meanwhile. */
const autoReleaseHours = 720;

const unpaid = ({ merchant }: MoneyMoves, amount: number): Promise<Created> =>
  merchant.escrow({ amount, autoReleaseHours });

const funded = ({ merchant, buyer }: MoneyMoves, amount: number): Promise<Created> =>
  buyer.funded(merchant, { amount, autoReleaseHours });

/** Whatever the answer: that the escrow is refunded is a requirement of its own. */
const refunds = ({ merchant }: MoneyMoves, { reference }: Created) => merchant.api.refundEscrow(reference, {});

const disputed = async (moves: MoneyMoves, amount: number): Promise<Created> => {
  const escrow = await funded(moves, amount);
  await moves.buyer.disputes(moves.merchant, escrow);
  return escrow;
};

type Row = Pick<HistoryStep, 'what' | 'by' | 'act'>;

const steps = (rows: readonly Row[]): HistoryStep[] => rows.map((row) => ({ ...row, id: 'balance.is-the-sum' }));

const first: Row = { what: 'a payment', by: 200_003, act: ({ pays }) => pays(200_003) };

balanceHistory(
  'a history beside escrows',
  steps([
    first,
    { what: 'an escrow that is not paid', by: 0, act: (moves) => unpaid(moves, 40_009) },
    { what: 'one that is paid', by: 0, act: (moves) => funded(moves, 60_013) },
    { what: 'one that is paid, of more than was paid in', by: 0, act: (moves) => funded(moves, 900_007) },
    {
      what: 'one that is paid and refunded',
      by: 0,
      act: async (moves) => refunds(moves, await funded(moves, 30_011)),
    },
    {
      what: 'one that is cancelled',
      by: 0,
      act: async (moves) => moves.merchant.api.cancelEscrow((await unpaid(moves, 20_021)).reference),
    },
    { what: 'a payment, a refund and a payout beside them', by: 50_021 - 3_001 - 10_007, act: all },
  ]),
  undefined,
  ['escrow-buyer'],
)('balance');

async function all({ pays, refunds, paysOut }: MoneyMoves): Promise<void> {
  await pays(50_021);
  await refunds(3_001);
  await paysOut(10_007);
}

balanceHistory(
  'a history beside disputed escrows',
  steps([
    first,
    { what: 'an escrow that is disputed', by: 0, act: (moves) => disputed(moves, 60_013) },
    {
      what: 'one that is disputed and refunded',
      by: 0,
      act: async (moves) => refunds(moves, await disputed(moves, 30_011)),
    },
  ]),
  undefined,
  ['escrow-buyer', 'escrow-dispute'],
)('balance');

balanceHistory(
  'a history beside an escrow that expires',
  steps([
    first,
    {
      what: 'an escrow that nobody pays in time',
      by: 0,
      async act(moves) {
        await unpaid(moves, 40_009);
        await moves.time.wait(DAY + 60, 'an escrow that nobody pays expires');
      },
    },
  ]),
  '25h',
)('balance');

check(
  'balance.is-the-sum',
  'live: an escrow that is paid and then refunded moves nothing',
  async (context) => {
    const { live, buyer } = context;
    await movingLiveMoney(context, async () => {
      const { merchant } = inLive(context);
      const whole = await watchBalance(context, live);
      await buyer.paid(live, { amount: 50_003 });
      // How long a payment takes to show is not shown; it must not be taken for the escrow's.
      if ((await whole.movement(50_003)).value !== 50_003)
        throw new Blocked('the payment does not show in the balance');
      const balance = await watchBalance(context, live);
      const escrow = await buyer.funded(merchant, { amount: 60_013, autoReleaseHours });
      expect(await balance.movement(0), 'while it is held').toBe(0);
      await merchant.api.refundEscrow(escrow.reference, {});
      expect(await balance.movement(0), 'once it is refunded').toBe(0);
    });
  },
  { needs: ['live', 'live-buyer', 'wallets', 'escrow-buyer'], runs: 'undisturbed' },
);
