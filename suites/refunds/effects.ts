import { checks, type Exchange, expect, NotExercised, shared } from '../../lib/interface/index.ts';
import { expectSame, HOUR } from '../support/attempts.ts';
import { refused } from '../support/refusals.ts';
import { PAID, wrongRefunds } from './wrong.ts';

// Every refusal of a refund, and what it must leave as it was, then and an hour later.

const tried = wrongRefunds.map((row) => {
  const atOnce = shared(`a refund refused for ${row.what}`, row.needs, async (context) => {
    const { merchant, buyer, data } = context;
    const paid = await buyer.paid(merchant, { amount: PAID });
    const { fields, mayFit, meanwhile } = await row.wrong(context, paid);
    const asked = { reference: data.reference('rfd'), paymentReference: paid.reference, amount: PAID };
    const answer = await merchant.createRefund({ ...asked, ...fields });
    if (mayFit && answer.status === 201) throw new NotExercised('the refund that fails was never seen pending');
    const recordAfter = await merchant.api.getRefund(asked.reference);
    const after = await merchant.get(paid);
    const payments = [paid.reference, ...('paymentReference' in fields ? [String(fields.paymentReference)] : [])];
    return { merchant, asked, meanwhile, payments, answer, recordAfter, before: paid.exchange, after };
  });
  const later = shared(`a refund refused for ${row.what}, an hour later`, row.needs, async (context) => {
    const there = await atOnce(context);
    const { merchant, asked, meanwhile, payments } = there;
    await meanwhile?.(context);
    await context.time.listen(HOUR, 'nothing becomes of a refused refund');
    const recordLater = await merchant.api.getRefund(asked.reference);
    const checkouts: Exchange[] = [];
    for (const reference of payments) checkouts.push(await merchant.api.getCheckout(reference));
    const ends = ['refund.succeeded', 'refund.failed'] as const;
    const events = ends.map((end) => merchant.webhooks.surely(end, asked.reference));
    return { ...there, recordLater, checkouts, events, reuse: await merchant.createRefund(asked) };
  });
  return { ...row, atOnce, later };
});

checks(
  'refund.refused-creates-nothing',
  tried,
  ({ what }) => `refused for ${what}, no refund is found`,
  async (context, { atOnce }) => {
    const { answer, recordAfter } = await atOnce(context);
    refused(answer);

    expect(recordAfter).toHaveStatus(404);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'refund.refused-creates-nothing',
  tried,
  ({ what }) => `refused for ${what}, no refund is found an hour later`,
  async (context, { later }) => {
    const { answer, recordLater } = await later(context);
    refused(answer);

    expect(recordLater).toHaveStatus(404);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

for (const id of ['refund.refused-creates-nothing', 'error.refused-moves-no-money'] as const) {
  checks(
    id,
    tried,
    ({ what }) => `refused for ${what}, its reference is free for a refund of all that was paid`,
    async (context, { later }) => {
      const { answer, reuse } = await later(context);
      refused(answer);

      expect(reuse).toHaveStatus(201);
    },
    ({ needs }) => ({ needs, waits: '1h' }),
  );
}

checks(
  'refund.refused-refunds-nothing',
  tried,
  ({ what }) => `refused for ${what}, the checkout is as it was`,
  async (context, { atOnce }) => {
    const { answer, before, after } = await atOnce(context);
    refused(answer);

    expectSame(after, before, ['status', 'refundedAmount', 'paidAt']);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'refund.refused-refunds-nothing',
  tried,
  ({ what }) => `refused for ${what}, nothing is refunded an hour later`,
  async (context, { later }) => {
    const { answer, checkouts } = await later(context);
    refused(answer);

    for (const checkout of checkouts.filter(({ status }) => status === 200)) {
      expect(checkout).toHaveField('refundedAmount', 0);
    }
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

checks(
  'refund.refused-sends-nothing',
  tried,
  ({ what }) => `refused for ${what}, no event comes within an hour`,
  async (context, { later }) => {
    const { answer, events } = await later(context);
    refused(answer);

    for (const came of events) expect(came).toBeEmpty();
  },
  ({ needs }) => ({ needs: [...needs, 'webhooks'], waits: '1h' }),
);
