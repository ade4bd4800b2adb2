import { Blocked, check, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';
import { refused } from '../../support/requests/refusals.ts';
import { refundLives } from './lives.ts';

// The reference of a settled refund stays used for refunds of every checkout, also when all of its own is refunded, and for ever.

const ends = ['succeeded', 'failed'] as const;

/** A checkout that is refunded as a whole, after a refund that failed; its references are asked for again for another checkout. */
const told = shared('references of refunds, for another checkout', ['buyer'], async ({ merchant, buyer, time }) => {
  const [one, other] = [await buyer.paid(merchant, { amount: 9_001 }), await buyer.paid(merchant, { amount: 90_001 })];
  const failed = await merchant.settles(
    await merchant.refund(one, { amount: 9_001, reason: 'sandbox_fail' }),
    'failed',
  );
  const refunds = { failed, succeeded: await merchant.refundSettles(one, { amount: 9_001 }) };
  const ask = ({ reference }: { reference: string }, { reference: paymentReference } = other) =>
    merchant.createRefund({ reference, paymentReference, amount: 101 });
  const again = async () => ({ succeeded: await ask(refunds.succeeded), failed: await ask(refunds.failed) });
  const atOnce = await again();
  const own = [await ask(refunds.succeeded, one), await ask(refunds.failed, one)];
  const records = { one: await merchant.get(one), other: await merchant.get(other) };
  const beyond = await merchant.createRefund({ paymentReference: one.reference, amount: 1 });
  const duplicate = await merchant.createCheckout({ reference: one.reference, amount: 90_011 });
  const beyondLater = await merchant.createRefund({ paymentReference: one.reference, amount: 1 });
  const later = async () => {
    await time.wait(DAY + HOUR, 'references of refunds stay used');
    return await again();
  };
  return { atOnce, own, records, beyond, duplicate, beyondLater, later };
});

const late = shared('references of refunds, for another checkout, a day later', ['buyer'], async (context) =>
  (await told(context)).later(),
);

checks(
  'refund.settled-reference-stays-used',
  ends,
  (end) => `of one that ${end}, for a refund of another checkout`,
  async (context, end) => {
    expect((await told(context)).atOnce[end]).toBeRefusedWith(409, 'duplicate_reference');
  },
  { drawn: 1 },
);

checks(
  'refund.settled-reference-stays-used',
  ends,
  (end) => `of one that ${end}, for a refund of another checkout, a day after all of its own was refunded`,
  async (context, end) => {
    const first: Exchange = (await told(context)).atOnce[end];
    if (first.status === 201) throw new Blocked('it was accepted at once, and is the reference of that refund now');
    expect((await late(context))[end]).toBeRefusedWith(409, 'duplicate_reference');
  },
  { waits: '27h', drawn: 1 },
);

check(
  'refund.refused-refunds-nothing',
  'where the references of its refunds are asked for again, also for another checkout, one that is refunded stays so',
  async (context) => {
    const { atOnce, own, records, beyond } = await told(context);
    for (const answer of [...Object.values(atOnce), ...own]) refused(answer);

    expect(records.one).toHaveField('refundedAmount', 9_001);
    expect(records.other).toHaveField('refundedAmount', 0);
    for (const record of Object.values(records)) expect(record).toHaveField('status', 'succeeded');
    expect(beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
);

check(
  'error.refused-leaves-first',
  'a checkout that is refunded as a whole, and then one of another amount: no kobo more is refunded of the first',
  async (context) => {
    const { duplicate, beyondLater } = await told(context);
    refused(duplicate);

    expect(beyondLater).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { needs: ['buyer'] },
);

checks(
  'refund.failed-reference-stays-used',
  ['a day after it failed'] satisfies readonly string[],
  (when) => `a failed refund is asked for again ${when}`,
  async (context) => {
    expect((await refundLives.failed.aged(context)).lateDuplicate).toBeRefusedWith(409, 'duplicate_reference');
  },
  { waits: '25h' },
);
