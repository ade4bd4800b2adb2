import { check, expect } from '../../lib/interface/index.ts';
import { expectBetween, expectSame, HOUR, moment } from '../support/attempts.ts';

// Records of refunds that need not have settled, in live as in sandbox.

check(
  'refund.created-at-true',
  'createdAt of a refund that was just made lies between before and after the request',
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant);
    const before = await moment(context, "the target's time before a refund was created");
    const refund = await merchant.refund(payment);
    const after = await moment(context, "the target's time after a refund was created");

    expectBetween(await merchant.get(refund), 'createdAt', before, after);
  },
  { alsoInLive: true },
);

check(
  'refund.record-stays',
  'an hour later, when another was asked for, a refund says what it said',
  async ({ merchant, buyer, time }) => {
    const payment = await buyer.paid(merchant, { amount: 16_777_217 });
    const refund = await merchant.refund(payment, { amount: 1_003, reason: 'One bag was torn' });
    const first = await merchant.get(refund);
    await merchant.refund(payment, { amount: 2_003, reason: 'Late' });
    await time.wait(HOUR, 'a refund is read again');

    const fields = ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'];
    expectSame(await merchant.get(refund), first, fields);
  },
  { waits: '1h', alsoInLive: true },
);

check(
  'refund.amount-kept',
  'as soon as it is asked for, a refund of 16,777,217 has that amount in its record',
  async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 1_073_741_825 });
    const refund = await merchant.refund(payment, { amount: 16_777_217 });

    expect(await merchant.get(refund)).toHaveField('amount', 16_777_217);
  },
  { alsoInLive: true },
);
