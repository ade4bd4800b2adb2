import {
  Blocked,
  check,
  checks,
  created,
  type Exchange,
  expect,
  field,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { lookedForBefore } from '../support/references/looked-for.ts';
import { expectTaken, inOneLine, wordings } from '../support/requests/wordings.ts';

const recorded = shared('a refund and its record', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 7_300 });
  const refund = await merchant.refund(payment, { amount: 1_234, reason: 'Came back, "unopened"' });
  return { payment, refund, record: await merchant.get(refund) };
});

check(
  'refund.record-found',
  'GET by reference finds the refund',
  async (context) => {
    const { record, refund } = await recorded(context);

    expect(record).toHaveStatus(200);
    expect(record).toHaveField('reference', refund.reference);
    expect(record).toHaveField('id', refund.id);
  },
  { alsoInLive: true },
);

check('refund.record-found', 'the record has one of the three states', async (context) => {
  const { record } = await recorded(context);

  expect(record).toFit('refundRecord', 'status');
});

check(
  'refund.record-as-sent',
  'the record names the checkout by its reference',
  async (context) => {
    const { record, payment } = await recorded(context);

    expect(record).toHaveField('paymentReference', payment.reference);
  },
  { alsoInLive: true },
);

check(
  'refund.record-as-sent',
  'the amount is that of the refund, not of the checkout',
  async (context) => {
    const { record } = await recorded(context);

    expect(record).toHaveField('amount', 1_234);
    expect(record).toHaveField('currency', 'NGN');
  },
  { alsoInLive: true },
);

check(
  'refund.record-as-sent',
  'the reason is the one that was sent',
  async (context) => {
    const { record } = await recorded(context);

    expect(record).toHaveField('reason', 'Came back, "unopened"');
  },
  { alsoInLive: true },
);

const worded = shared('refunds with reasons of many kinds', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const { reference: paymentReference } = payment;
  const seen = new Map<string, { answer: Exchange; record: Exchange | null }>();
  for (const reason of wordings) {
    const answer = await merchant.createRefund({ paymentReference, amount: 13, reason });
    seen.set(reason, { answer, record: answer.status === 201 ? await merchant.get(created('refund', answer)) : null });
  }
  return seen;
});

checks(
  'refund.record-as-sent',
  wordings,
  (reason) => `the reason ${inOneLine(reason)} comes back`,
  async (context, reason) => {
    const { answer, record } = (await worded(context)).get(reason) ?? {};
    if (answer === undefined) throw new Blocked('suite fault: nothing was asked for so');

    expectTaken(answer, reason);
    if (record === null || record === undefined)
      throw new Blocked(`a refund should have been created: ${summary(answer)}`);
    expect(record).toHaveField('reason', reason);
  },
  { drawn: 6 },
);

check(
  'refund.record-nulls',
  'a refund without a reason, just made',
  async ({ merchant, buyer, environment }) => {
    const record = await merchant.get(await merchant.refund(await buyer.paid(merchant)));

    expect(record).toHaveField('reason', null);
    // What makes a refund fail in live is not shown.
    if (environment === 'sandbox' || field(record.json, 'status') !== 'failed')
      expect(record).toHaveField('failureReason', null);
  },
  { alsoInLive: true },
);

check('refund.record-nulls', 'a refund without a reason, succeeded', async ({ merchant, buyer }) => {
  const refund = await merchant.refundSettles(await buyer.paid(merchant));

  expect(refund.exchange).toHaveField('reason', null);
  expect(refund.exchange).toHaveField('failureReason', null);
});

check(
  'refund.record-created-at',
  'the record has a createdAt',
  async (context) => {
    const { record } = await recorded(context);

    expect(record).toFit('refundRecord', 'createdAt');
  },
  { alsoInLive: true },
);

check(
  'refund.unknown-reference',
  'GET by a reference never used finds nothing',
  async ({ merchant, data }) => {
    const answer = await merchant.get({ kind: 'refund', reference: data.reference('rfd') });

    expect(answer).toHaveStatus(404);
    expect(answer).toHaveErrorShape();
  },
  { alsoInLive: true },
);

check(
  'refund.other-merchant-sees-nothing',
  "GET by another merchant finds no one's refund",
  async (context) => {
    const { merchant, other, buyer } = context;
    const refund = await merchant.refund(await buyer.paid(merchant));

    expect(await other.get(refund)).toHaveStatus(404);
  },
  { alsoInLive: true },
);

lookedForBefore('refund.record-found', 'refund', ['buyer'], async ({ merchant, buyer }, reference) =>
  merchant.refund(await buyer.paid(merchant), { reference }),
);

check(
  'refund.created',
  'of a checkout for which one was asked before it was made, and before it was paid',
  async (context) => {
    const { merchant, buyer, data } = context;
    const paymentReference = data.reference('chk');
    const ask = () => merchant.createRefund({ paymentReference, amount: 1_001 });
    await ask();
    const checkout = await merchant.checkout({ reference: paymentReference, amount: 5_003 });
    await ask();
    await buyer.pays(merchant, checkout);

    expect(await ask()).toHaveStatus(201);
  },
);
