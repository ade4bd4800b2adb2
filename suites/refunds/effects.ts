import { type CheckContext, checks, type Exchange, expect, shared } from '../../lib/interface/index.ts';
import { expectSame, HOUR } from '../support/attempts.ts';
import { refused } from '../support/refusals.ts';

// Every refusal of a refund, and what it must leave as it was, then and an hour later.

/** What makes a refund wrong, and what happens afterwards that could let it act after all. */
interface Wrong {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly meanwhile?: (context: Pick<CheckContext, 'buyer'>) => Promise<unknown>;
}

interface Row {
  readonly what: string;
  readonly needs: readonly ('buyer' | 'payment-failure')[];
  wrong(context: CheckContext): Promise<Wrong>;
}

const PAID = 5_001;

const rows: readonly Row[] = [
  { what: 'an amount of one kobo too much', needs: ['buyer'], wrong: async () => ({ fields: { amount: PAID + 1 } }) },
  {
    what: 'a pending checkout, which is paid afterwards',
    needs: ['buyer'],
    async wrong({ merchant }) {
      const pending = await merchant.checkout({ amount: PAID });
      const meanwhile: Wrong['meanwhile'] = ({ buyer }) => buyer.pays(merchant, pending);
      return { fields: { paymentReference: pending.reference }, meanwhile };
    },
  },
  {
    what: 'a checkout that never was, and is afterwards',
    needs: ['buyer'],
    async wrong({ merchant, data }) {
      const reference = data.reference('chk');
      const meanwhile: Wrong['meanwhile'] = ({ buyer }) => buyer.paid(merchant, { reference, amount: PAID });
      return { fields: { paymentReference: reference }, meanwhile };
    },
  },
  {
    what: 'a checkout whose payment failed',
    needs: ['buyer', 'payment-failure'],
    async wrong({ merchant, buyer }) {
      const failed = await buyer.fails(merchant, await merchant.checkout({ amount: PAID }));
      return { fields: { paymentReference: failed.reference } };
    },
  },
  { what: 'an amount of 0', needs: ['buyer'], wrong: async () => ({ fields: { amount: 0 } }) },
  {
    what: 'a reason of 256 characters',
    needs: ['buyer'],
    wrong: async () => ({ fields: { reason: 'r'.repeat(256) } }),
  },
];

const tried = rows.map((row) => {
  const atOnce = shared(`a refund refused for ${row.what}`, row.needs, async (context) => {
    const { merchant, buyer, data } = context;
    const paid = await buyer.paid(merchant, { amount: PAID });
    const { fields, meanwhile } = await row.wrong(context);
    const asked = { reference: data.reference('rfd'), paymentReference: paid.reference, amount: PAID };
    const answer = await merchant.createRefund({ ...asked, ...fields });
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

checks(
  'refund.refused-creates-nothing',
  tried,
  ({ what }) => `refused for ${what}, its reference is free for a refund of all that was paid`,
  async (context, { later }) => {
    const { answer, reuse } = await later(context);
    refused(answer);

    expect(reuse).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

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
