import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  created,
  expect,
  shared,
} from '../../../lib/interface/index.ts';

// "In live, an amount above the available balance [...] gives `422 insufficient_balance`": in sandbox it gives none, whatever the merchant was
// paid, has refunded or has paid out before, and whether the balance is above zero, zero or below.

const FAILING = { recipient: { accountNumber: '0000000000' } };

interface Step {
  readonly what: string;
  readonly amount: number;
  /** What comes before the payout, after the steps before. */
  before(context: CheckContext, payment: Created): Promise<unknown>;
}

/** The balance begins with 30,011 kobo. */
const steps: readonly Step[] = [
  { what: 'one kobo above what was paid', amount: 30_012, before: async () => {} },
  {
    what: 'when all that was paid is refunded',
    amount: 10_007,
    before: ({ merchant }, payment) => merchant.refundSettles(payment, { amount: 30_011 }),
  },
  {
    what: 'when a larger payout has failed',
    amount: 20_011,
    before: async ({ merchant }) => merchant.settles(await merchant.payout({ amount: 90_001, ...FAILING }), 'failed'),
  },
  {
    what: 'above what is left when a payment has made the balance positive again',
    amount: 40_009,
    before: ({ merchant, buyer }) => buyer.paid(merchant, { amount: 95_003 }),
  },
];

const paidOut = shared(
  'sandbox payouts that the balance does not cover',
  ['buyer', 'own-merchant'],
  async (context: CheckContext) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 30_011 });
    const seen = [];
    for (const { amount, before } of steps) {
      await before(context, payment);
      const answer = await merchant.createPayout({ amount });
      if (answer.status !== 201) {
        seen.push({ answer, record: null });
        break;
      }
      seen.push({ answer, record: await merchant.becomes(created('payout', answer), 'succeeded') });
    }
    return seen;
  },
);

checks(
  'payout.sandbox-ignores-balance',
  steps.map(({ what, amount }, at) => ({ what, amount, at })),
  ({ what, amount }) => `a payout of ${amount} kobo, ${what}, is accepted and succeeds`,
  async (context, { at }) => {
    const seen = (await paidOut(context))[at];
    if (seen === undefined) throw new Blocked('an earlier payout was refused');

    expect(seen.answer).toHaveStatus(201);
    expect(seen.record).toHaveField('status', 'succeeded');
  },
  { needs: ['buyer', 'own-merchant'] },
);
