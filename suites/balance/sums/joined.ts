import { Blocked, type CheckContext, created, field, summary } from '../../../lib/interface/index.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';

// "Paid in, minus refunds and payouts": all of them, whatever else they have. A sum over rows that are joined with others loses those that have
// no partner (no text, a bank written in another way, nothing refunded) and counts those twice that have two (an account, an e-mail, a checkout).

const FAILING = '0000000000';

/** Ways to write the name of a bank that the list has. */
const spellings: readonly ((listed: string) => string)[] = [
  (listed) => listed.toLowerCase(),
  (listed) => listed.toUpperCase(),
  (listed) => `${listed} Plc`,
];

/** Common names of banks. */
const common = ['GTBank', 'UBA', 'zenith bank'];

/** A payout to the bank of this name; to one of the list where it is not matched: which names are is not shown. */
async function paysOut({ merchant }: Pick<CheckContext, 'merchant'>, bankName: string, accountNumber = '2087654321') {
  const wish = { amount: 10_007, narration: 'Sales' };
  const asked = await merchant.createPayout({ ...wish, recipient: { bankName, accountNumber } });
  if (asked.status !== 201 && field(asked.json, 'error.code') !== 'unsupported_bank')
    throw new Blocked(`a payout should have been created, or its bank not been matched; got ${summary(asked)}`);
  return asked.status === 201
    ? created('payout', asked)
    : await merchant.payout({ ...wish, recipient: { accountNumber } });
}

async function allSettle({ merchant }: Pick<CheckContext, 'merchant'>, names: readonly string[], account?: string) {
  const payouts = [];
  for (const name of names) payouts.push(await paysOut({ merchant }, name, account));
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
    what: 'payouts to a bank of the list, written in other ways',
    id: 'balance.payout-subtracts',
    by: -spellings.length * 10_007,
    async act({ merchant }) {
      const listed = await merchant.bankName();
      await allSettle(
        { merchant },
        spellings.map((spelled) => spelled(listed)),
      );
    },
  },
  {
    what: 'payouts to banks by names that are common',
    id: 'balance.payout-subtracts',
    by: -common.length * 10_007,
    act: ({ merchant }) => allSettle({ merchant }, common),
  },
  {
    what: 'payouts that failed, to a bank written in another way',
    id: 'balance.failed-payout-returns',
    by: 0,
    async act({ merchant }) {
      const listed = await merchant.bankName();
      await allSettle({ merchant }, [listed.toLowerCase(), 'GTBank'], FAILING);
    },
  },
  {
    what: 'refunds of one checkout with a reason, with another and without',
    id: 'balance.refund-subtracts',
    by: -3 * 1_003,
    async act({ merchant, payment }) {
      const paid = await payment();
      for (const reason of ['torn', 'late', undefined]) await merchant.refundSettles(paid, { amount: 1_003, reason });
    },
  },
];

balanceHistory('a history of which each part has other fields', steps)('balance');
