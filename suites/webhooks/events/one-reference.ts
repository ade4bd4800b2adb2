import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  differentOf,
  distinct,
  type EventKind,
  type Exchange,
  expect,
  field,
  NotExercised,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';

// A checkout, a refund, a payout and an escrow with the same reference: each ends, and each end has its event.

interface Group {
  readonly what: string;
  readonly needs: readonly Capability[];
  act(context: CheckContext, reference: string): Promise<unknown>;
  readonly told: readonly (readonly [EventKind, RequirementId])[];
}

/** A step. Whether kinds share one set of references is not shown: if they do, the second create is refused. */
async function made(kind: Created['kind'], asking: Promise<Exchange>): Promise<Created> {
  const answer = await asking;
  if (answer.status === 409 && field(answer.json, 'error.code') === 'duplicate_reference')
    throw new NotExercised('a reference that one kind has used is not free for another here');
  return created(kind, answer);
}

const groups: readonly Group[] = [
  {
    what: 'that end well',
    needs: ['buyer', 'escrow-buyer'],
    async act({ merchant, buyer }, reference) {
      const checkout = await buyer.paid(merchant, { reference, amount: 9_001 });
      const refund = { reference, paymentReference: checkout.reference, amount: 1_003 };
      await merchant.settles(await made('refund', merchant.createRefund(refund)));
      await merchant.settles(await made('payout', merchant.createPayout({ reference, amount: 10_007 })));
      const escrow = await made('escrow', merchant.createEscrow({ reference, amount: 30_011 }));
      await buyer.funds(merchant, escrow);
      await merchant.api.releaseEscrow(reference);
    },
    told: [
      ['payment.succeeded', 'webhook.payment-succeeded'],
      ['refund.succeeded', 'webhook.refund-succeeded'],
      ['payout.succeeded', 'webhook.payout-succeeded'],
      ['escrow.funded', 'webhook.escrow-funded'],
      ['escrow.released', 'webhook.escrow-released'],
    ],
  },
  {
    what: 'that fail',
    needs: ['buyer', 'payment-failure'],
    async act({ merchant, buyer }, reference) {
      const paid = await buyer.paid(merchant, { amount: 9_001 });
      await buyer.fails(merchant, await merchant.checkout({ reference }));
      const refund = { reference, paymentReference: paid.reference, amount: 1_003, reason: 'sandbox_fail' };
      await merchant.settles(await made('refund', merchant.createRefund(refund)), 'failed');
      const recipient = { accountNumber: '0000000000' };
      await merchant.settles(await made('payout', merchant.createPayout({ reference, recipient })), 'failed');
      await made('escrow', merchant.createEscrow({ reference, amount: 30_011 }));
      await merchant.api.cancelEscrow(reference);
    },
    told: [
      ['payment.failed', 'webhook.payment-failed'],
      ['refund.failed', 'webhook.refund-failed'],
      ['payout.failed', 'webhook.payout-failed'],
      ['escrow.cancelled', 'webhook.escrow-cancelled'],
    ],
  },
];

const rows = groups.map((group) => ({
  ...group,
  run: shared(
    `objects of all kinds with one reference, ${group.what}`,
    ['webhooks', ...group.needs],
    async (context) => {
      const reference = context.data.reference('one');
      await group.act(context, reference);
      return { merchant: context.merchant, reference };
    },
  ),
}));

checks(
  ({ id }) => id,
  rows.flatMap(({ told, ...row }) => told.map(([event, id]) => ({ ...row, event, id }))),
  ({ what, event }) => `${event} is sent, beside those of other kinds with its reference ${what}`,
  async (context, { run, event }) => {
    const { merchant, reference } = await run(context);

    await merchant.webhooks.arrives(event, reference);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'webhook.payload-id',
  rows,
  ({ what }) => `events of all kinds with one reference ${what}`,
  async (context, { run, told }) => {
    const { merchant, reference } = await run(context);
    const came = [];
    for (const [event] of told) came.push((await merchant.webhooks.given(event, reference)).delivery);

    expect(distinct(differentOf(came, 'json.id')), `different ids of ${told.length} events`).toBe(told.length);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'delivery.listed',
  rows,
  ({ what }) => `each event of objects of all kinds with one reference ${what} is one entry`,
  async (context, { run, told }) => {
    const { merchant, reference } = await run(context);
    for (const [event] of told) await merchant.webhooks.given(event, reference);

    const entries = await context.console.deliveries(merchant);
    expect(differentOf(entries, 'id'), 'different ids of entries').toHaveLength(entries.length);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
