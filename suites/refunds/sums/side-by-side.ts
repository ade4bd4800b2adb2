import { checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { order } from '../../support/alike/groups.ts';

// Refunds of two similar checkouts, pending together: each that succeeds adds its own amount to its own checkout; those that fail change
// nothing.

const PAID = 50_021;

/** In order of creation; `fails`: which of them fail. */
const rows = [
  { what: 'one that fails after one that succeeds', fails: [false, true] },
  { what: 'one that succeeds after one that fails', fails: [true, false] },
  { what: 'four, of which the second and the fourth fail', fails: [false, true, false, true] },
  { what: 'three that succeed', fails: [false, false, false] },
].map((row) => ({
  ...row,
  settled: shared(`refunds pending together: ${row.what}`, ['buyer'], async ({ merchant, buyer }) => {
    const payments = [];
    for (const _payment of [1, 2]) payments.push(await buyer.paid(merchant, { ...order, amount: PAID }));
    const asked = [];
    for (const [at, fails] of row.fails.entries())
      for (const payment of payments) {
        const fields = { amount: 1_001 + at, ...(fails && { reason: 'sandbox_fail' }) };
        asked.push({ fails, refund: await merchant.refund(payment, fields) });
      }
    for (const { fails, refund } of asked) await merchant.settles(refund, fails ? 'failed' : 'succeeded');
    const due = row.fails.reduce((sum, fails, at) => sum + (fails ? 0 : 1_001 + at), 0);
    const records: Exchange[] = [];
    for (const payment of payments) records.push(await merchant.get(payment));
    const rest: Exchange[] = [];
    for (const { reference: paymentReference } of payments)
      for (const amount of [PAID - due + 1, PAID - due])
        rest.push(await merchant.createRefund({ paymentReference, amount }));
    return { due, records, rest };
  }),
}));

checks(
  ({ fails }) => (fails.includes(true) ? 'refund.failed-frees-amount' : 'refund.adds-to-refunded-amount'),
  rows,
  ({ what }) => `pending together, of each of two checkouts ${what}: refundedAmount is the sum of those that succeed`,
  async (context, { settled }) => {
    const { due, records } = await settled(context);

    for (const record of records) expect(record).toHaveField('refundedAmount', due);
  },
  { drawn: 6 },
);

checks(
  'refund.exceeds-paid',
  rows,
  ({ what }) => `pending together, of each of two checkouts ${what}: then one kobo more than what is left is refused`,
  async (context, { settled }) => {
    const { rest } = await settled(context);

    for (const answer of rest.filter((_, at) => at % 2 === 0))
      expect(answer).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { drawn: 6 },
);

checks(
  'refund.up-to-amount-paid',
  rows,
  ({ what }) => `pending together, of each of two checkouts ${what}: then all that is left can be refunded`,
  async (context, { settled }) => {
    const { rest } = await settled(context);

    for (const answer of rest.filter((_, at) => at % 2 === 1)) expect(answer).toHaveStatus(201);
  },
  { drawn: 6 },
);
