import { Blocked } from '../../../lib/interface/index.ts';
import { type Lead, over, settled } from './tries.ts';

// Checkouts, refunds and payouts: those of one lead have similar fields, and the record of each is read before the next one ends.

const FAILS = { reason: 'sandbox_fail' };
const FAILING = { accountNumber: '0000000000' };

/** Nearly as many characters as permitted, because a text that is stored again at the end must not be cut. */
const long = (text: string, length: number) =>
  text.padEnd(length, ' and so on, to the last letter of it').slice(0, -1).concat('.');

export const money: readonly Lead[] = [
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 70_007, metadata: { order: { code: 'A-1' } } });
    const refund = (amount: number, fields = {}) => merchant.refund(payment, { amount, ...fields });
    const first = await settled(context, await refund(30_003), 'succeeded');
    const failing = await refund(10_001, FAILS);
    const beyond = await merchant.createRefund({ paymentReference: payment.reference, amount: 40_004 + 1 });
    if (beyond.status === 201) throw new Blocked('a refund beyond what was paid was accepted');
    const failed = await settled(context, failing, 'failed');
    const second = await settled(context, await refund(5_002, { reason: long('Came back', 250) }), 'succeeded');
    return {
      'a refund before three others': first,
      'a refund that failed before others': failed,
      'a refund between two that failed': second,
      'a refund that failed after others': await settled(context, await refund(6_003, FAILS), 'failed'),
      'a checkout refunded in part': await over(context, payment),
    };
  },
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, {
      amount: 9_001,
      description: long('Rice', 250),
      metadata: { order: 17, lines: long('Rice', 3_000) },
    });
    await merchant.refundSettles(payment, { amount: 4_000 });
    const last = await settled(context, await merchant.refund(payment, { amount: 5_001 }), 'succeeded');
    return { 'a checkout refunded as a whole': await over(context, payment), 'the last refund of a checkout': last };
  },
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 30_003 });
    const refund = (fields = {}) => merchant.refund(payment, { amount: 4_004, reason: 'torn', ...fields });
    const failed = await settled(context, await refund(FAILS), 'failed');
    const good = await settled(context, await refund(), 'succeeded');
    await settled(context, await refund(FAILS), 'failed');
    await settled(context, await refund(), 'succeeded');
    return { 'a refund that failed before its like': failed, 'a refund that succeeded among its likes': good };
  },
  async (context) => {
    const { merchant, buyer } = context;
    const alike = {
      amount: 8_008,
      description: 'Rice',
      customer: { email: 'ada@example.com' },
      metadata: { order: 1 },
    };
    const paid = await buyer.paid(merchant, alike);
    const ended = await over(context, paid);
    const failed = await buyer.fails(merchant, await merchant.checkout(alike));
    const other = await over(context, failed, { fails: true });
    await buyer.paid(merchant, alike);
    return { 'a checkout that was paid, beside its likes': ended, 'a checkout whose payment failed': other };
  },
  async (context) => {
    const { merchant } = context;
    const payout = (narration: string, fields = {}) => merchant.payout({ amount: 12_003, narration, ...fields });
    const good = await settled(context, await payout(long('first', 98)), 'succeeded');
    const failed = await settled(context, await payout(long('second', 98), { recipient: FAILING }), 'failed');
    await settled(context, await payout('third'), 'succeeded');
    await settled(context, await payout('fourth', { recipient: FAILING }), 'failed');
    return { 'a payout that failed': failed, 'a payout that went well': good };
  },
];
