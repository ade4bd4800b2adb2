import type { Created, EventKind } from '../../lib/interface/index.ts';
import {
  original,
  type Repeatable,
  repeatableCheckout,
  repeatablePayout,
  repeatableRefund,
} from '../idempotency/support.ts';
import { attempt } from '../support/attempts.ts';
import { balanceHistory, type HistoryStep } from './history.ts';
import type { MoneyMoves } from './support.ts';

// Each create that changes the balance is replayed in each later state: a replay must not change the balance.

const PAID = 300_007;
const FAILING = { recipient: { accountNumber: '0000000000' } };

/** Replays the create once at once, and twice after the created object has ended. */
async function sentAgain(kind: Created['kind'], send: Repeatable, ends: (made: Created) => Promise<unknown>) {
  const made = await original(kind, send);
  await send();
  await ends(made);
  await send();
  await send();
}

/** A second create under the reference of a pending one is refused. */
async function refusedBeside({ merchant }: MoneyMoves, amount: number, end: 'succeeded' | 'failed'): Promise<void> {
  const made = await merchant.payout({ amount, ...(end === 'failed' && FAILING) });
  await merchant.createPayout({ reference: made.reference, amount: 30_013 });
  await merchant.settles(made, end);
}

export const createsSentAgain = balanceHistory('a history of creates sent again', [
  { what: 'a payment', id: 'balance.payment-adds', by: PAID, act: ({ pays }) => pays(PAID) },
  {
    what: 'a payout that failed and was asked for again',
    id: 'idempotency.paid-out-once',
    by: 0,
    act: ({ merchant }, data) => {
      const recipient = { accountNumber: '0000000000', accountName: 'Ada Obi' };
      const send = repeatablePayout({ merchant, data }, { amount: 15_013, recipient });
      return sentAgain('payout', send, (made) => merchant.settles(made, 'failed'));
    },
  },
  {
    what: 'a payout that succeeded and was asked for again',
    id: 'idempotency.paid-out-once',
    by: -16_033,
    act: ({ merchant }, data) =>
      sentAgain('payout', repeatablePayout({ merchant, data }, { amount: 16_033 }), (made) => merchant.settles(made)),
  },
  {
    what: 'a refund that failed and was asked for again',
    id: 'idempotency.refunded-once',
    by: 0,
    async act({ merchant, payment }, data) {
      const fields = { amount: 4_019, reason: 'sandbox_fail' };
      const send = repeatableRefund({ merchant, data }, await payment(), fields);
      await sentAgain('refund', send, (made) => merchant.settles(made, 'failed'));
    },
  },
  {
    what: 'a refund that succeeded and was asked for again',
    id: 'idempotency.refunded-once',
    by: -5_021,
    async act({ merchant, payment }, data) {
      const send = repeatableRefund({ merchant, data }, await payment(), { amount: 5_021 });
      await sentAgain('refund', send, (made) => merchant.settles(made));
    },
  },
  {
    what: 'a checkout that was paid and asked for again',
    id: 'balance.is-the-sum',
    by: 12_041,
    act: ({ merchant, buyer }, data) => {
      const send = repeatableCheckout({ merchant, data }, undefined, { amount: 12_041 });
      return sentAgain('checkout', send, (made) => buyer.pays(merchant, made));
    },
  },
  {
    what: 'a checkout whose payment failed and that was asked for again',
    id: 'balance.unpaid-adds-nothing',
    by: 0,
    act: ({ merchant, buyer }, data) => {
      const send = repeatableCheckout({ merchant, data }, undefined, { amount: 13_049 });
      return sentAgain('checkout', send, (made) => attempt(buyer.fails(merchant, made)));
    },
  },
  {
    what: 'a payout of whose reference another was refused meanwhile',
    id: 'balance.refused-moves-nothing',
    by: -10_061,
    act: (moves) => refusedBeside(moves, 10_061, 'succeeded'),
  },
  {
    what: 'a payout that failed, and of whose reference another was refused meanwhile',
    id: 'balance.refused-moves-nothing',
    by: 0,
    act: (moves) => refusedBeside(moves, 10_067, 'failed'),
  },
]);

// An event that is delivered more than once has happened once: neither its retry nor a Resend changes the balance.

const resent = (event: EventKind): HistoryStep => ({
  what: `the ${event} was resent`,
  id: 'balance.is-the-sum',
  by: 0,
  act: ({ resends }) => resends(event),
});

export const eventsSentAgain = balanceHistory(
  'a history of events sent again',
  [
    { what: 'a payment', id: 'balance.payment-adds', by: PAID, act: ({ pays }) => pays(PAID) },
    {
      what: 'a payment whose event was not acknowledged',
      id: 'balance.payment-adds',
      by: 17_053,
      act: ({ merchant, buyer, tells }) =>
        buyer.paid(merchant, { reference: tells('payment.succeeded'), amount: 17_053 }),
    },
    {
      what: 'a refund whose event was not acknowledged',
      id: 'balance.refund-subtracts',
      by: -3_023,
      act: async ({ merchant, payment, tells }) =>
        merchant.refundSettles(await payment(), { reference: tells('refund.succeeded'), amount: 3_023 }),
    },
    {
      what: 'a refund that failed and whose event was not acknowledged',
      id: 'balance.failed-refund-subtracts-nothing',
      by: 0,
      async act({ merchant, payment, tells }) {
        const fields = { reference: tells('refund.failed'), amount: 3_037, reason: 'sandbox_fail' };
        await merchant.settles(await merchant.refund(await payment(), fields), 'failed');
      },
    },
    {
      what: 'a payout whose event was not acknowledged',
      id: 'balance.payout-subtracts',
      by: -11_027,
      act: async ({ merchant, tells }) =>
        merchant.settles(await merchant.payout({ reference: tells('payout.succeeded'), amount: 11_027 })),
    },
    {
      what: 'a payout that failed and whose event was not acknowledged',
      id: 'balance.failed-payout-returns',
      by: 0,
      async act({ merchant, tells }) {
        const failing = await merchant.payout({ reference: tells('payout.failed'), amount: 11_047, ...FAILING });
        await merchant.settles(failing, 'failed');
      },
    },
    {
      what: 'all these events came again',
      id: 'balance.is-the-sum',
      by: 0,
      act: ({ time }) => time.wait(100, 'what was not acknowledged comes again'),
    },
    ...(['payment.succeeded', 'refund.succeeded', 'refund.failed', 'payout.succeeded', 'payout.failed'] as const).map(
      resent,
    ),
  ],
  '2m',
  ['webhooks', 'deliveries', 'resend'],
);
