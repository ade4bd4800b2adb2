import type { Caller } from '../../../reference/testing.ts';
import { card, type Probe, probes, type Story, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './checkout-records.ts';

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Waits until the minutes of the clock are far from the number of any month. */
async function pastTheMonths(story: Story): Promise<void> {
  const minutes = Math.floor(story.bench.clock.now() / 60_000) % 60;
  await story.advance(((100 - minutes) % 60) * 60);
}

async function refunded(story: Story, merchant: Caller, reference: string): Promise<void> {
  await story.made(merchant, 'refunds', story.refund(reference, { amount: 1_000 }));
  await story.advance(10);
}

const expired = (field: string): Probe => {
  return async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    const record = await story.record(merchant, 'checkouts', reference);
    return field in record ? record[field] : 'no such field';
  };
};

probes(found, {
  'kind-payment-method-false-where-payment-failed': expired('paymentMethod'),
  'kind-created-at-with-the-name-of-its-zone': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    const { createdAt } = await story.record(merchant, 'checkouts', reference);
    return ISO_DATE_TIME.test(String(createdAt));
  },
  'kind-month-in-place-of-minutes': async (story) => {
    const merchant = await story.merchant();
    await pastTheMonths(story);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    const { createdAt } = await story.record(merchant, 'checkouts', reference);
    return Math.abs(story.bench.clock.now() - Date.parse(String(createdAt))) < 60_000;
  },
  'kind-refunded-amount-null-once-expired': expired('refundedAmount'),
  'kind-declined-card-leaves-paid-at': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' });
    await story.settle(merchant, checkout.reference, 'failed');
    return (await story.record(merchant, 'checkouts', checkout.reference)).paidAt === null;
  },
  'kind-failed-record-lacks-paid-at': expired('paidAt'),
  'kind-checkout-found-by-id': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    return (await merchant.get(`/v1/checkouts/${body.id}`)).status;
  },
  'kind-read-record-cached-by-path': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = await story.paid(one);
    await one.get(`/v1/checkouts/${reference}`);
    return (await other.get(`/v1/checkouts/${reference}`)).status;
  },
  'kind-anothers-checkout-is-forbidden': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    return (await other.get(`/v1/checkouts/${await story.paid(one)}`)).status;
  },
  'kind-refund-finds-the-paid-one': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = await story.paid(one);
    await story.made(other, 'checkouts', story.checkout({ reference }));
    return told(await other.post('/v1/refunds', story.refund(reference)));
  },
  'kind-refunds-joined-by-buyer-and-amount': async (story) => {
    const merchant = await story.merchant();
    const [one, other] = [await story.paid(merchant), await story.paid(merchant)];
    await refunded(story, merchant, one);
    return (await story.record(merchant, 'checkouts', other)).refundedAmount;
  },
  'kind-refunds-found-by-beginning': async (story) => {
    const merchant = await story.merchant();
    const one = await story.paid(merchant, { reference: 'order-1' });
    const other = await story.paid(merchant, { reference: 'order-10' });
    await refunded(story, merchant, other);
    return (await story.record(merchant, 'checkouts', one)).refundedAmount;
  },
});
