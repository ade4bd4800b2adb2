import { Blocked, created, field, summary } from '../../../lib/interface/index.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';
import type { MoneyMoves } from '../support.ts';

// "Paid in, minus refunds and payouts": all of them, whatever else they have. A sum over rows that are joined with others loses those that have
// no partner (no text, a bank written in another way, nothing refunded) and counts those twice that have two (an account, an e-mail, a checkout).

const FAILING = '0000000000';

/** A bank of the list, written in other ways, and names of banks that are common. */
const spelled = (listed: string) => [listed.toLowerCase(), `${listed.toUpperCase()} PLC`, 'GTBank', 'zenith bank'];

/** A payout to the bank of this name; to one of the list where it is not matched: which names are is not shown. */
async function paysOut({ merchant }: MoneyMoves, bankName: string, accountNumber = '2087654321') {
  const wish = { amount: 10_007, narration: 'Sales' };
  const asked = await merchant.createPayout({ ...wish, recipient: { bankName, accountNumber } });
  if (asked.status !== 201 && field(asked.json, 'error.code') !== 'unsupported_bank')
    throw new Blocked(`a payout should have been created, or its bank not been matched; got ${summary(asked)}`);
  return asked.status === 201
    ? created('payout', asked)
    : await merchant.payout({ ...wish, recipient: { accountNumber } });
}

async function allSettle(moves: MoneyMoves, names: readonly string[], account?: string) {
  const { merchant, time } = moves;
  const payouts = [];
  for (const name of names) payouts.push(await paysOut(moves, name, account));
  await time.wait(10, 'payouts settle');
  for (const payout of payouts) await merchant.settles(payout, account === FAILING ? 'failed' : 'succeeded');
}

const steps: readonly HistoryStep[] = [
  {
    what: 'a payment, and two of one buyer, with and without a description and metadata',
    id: 'balance.payment-adds',
    by: 150_011 + 2 * 20_021,
    async act({ merchant, buyer, pays }) {
      const customer = { email: 'ada.obi@example.com' };
      await pays(150_011);
      await buyer.paid(merchant, { amount: 20_021, customer });
      await buyer.paid(merchant, { amount: 20_021, customer, description: 'Lamp', metadata: { order: 'A-17' } });
    },
  },
  {
    what: 'payouts to banks that are written otherwise than in the list',
    id: 'balance.payout-subtracts',
    by: -4 * 10_007,
    act: async (moves) => allSettle(moves, spelled(await moves.merchant.bankName())),
  },
  {
    what: 'a payout that failed, to a bank written in another way',
    id: 'balance.failed-payout-returns',
    by: 0,
    act: async (moves) => allSettle(moves, [(await moves.merchant.bankName()).toLowerCase()], FAILING),
  },
  {
    what: 'refunds of one checkout with and without a reason',
    id: 'balance.refund-subtracts',
    by: -2 * 1_003,
    async act({ merchant, payment }) {
      const paid = await payment();
      for (const reason of ['torn', undefined]) await merchant.refundSettles(paid, { amount: 1_003, reason });
    },
  },
];

balanceHistory('a history of which each part has other fields', steps)('balance');
