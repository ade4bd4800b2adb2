import type { Created } from '../../lib/interface/index.ts';
import {
  original,
  type Repeatable,
  repeatableCheckout,
  repeatablePayout,
  repeatableRefund,
} from '../idempotency/support.ts';
import { attempt } from '../support/attempts.ts';
import { balanceHistory } from './history.ts';

// Each create that changes the balance is replayed in each later state: a replay must not change the balance.

const PAID = 300_007;

/** Replays the create once at once, and twice after the created object has ended. */
async function sentAgain(kind: Created['kind'], send: Repeatable, ends: (made: Created) => Promise<unknown>) {
  const made = await original(kind, send);
  await send();
  await ends(made);
  await send();
  await send();
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
]);
