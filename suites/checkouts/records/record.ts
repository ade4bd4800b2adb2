import { check, checks, expect, of } from '../../../lib/interface/index.ts';
import { lookedForBefore } from '../../support/references/looked-for.ts';
import { succeeding } from '../support.ts';

check(
  'checkout.record-found',
  'GET answers 200 with the same reference and id',
  async ({ merchant }) => {
    const checkout = await merchant.checkout();

    const record = await merchant.get(checkout);

    expect(record).toHaveStatus(200);
    expect(record).toHaveField('reference', checkout.reference);
    expect(record).toHaveField('id', checkout.id);
  },
  { alsoInLive: true },
);

check(
  'checkout.record-as-sent',
  'amount, currency, description and email come back',
  async ({ merchant, data }) => {
    const description = 'Two bags of "Ofada" rice – ₦123.45 & delivery, Lagos';
    const customer = { email: 'ada@example.com' };
    const checkout = await merchant.checkout({ amount: 12_345, currency: 'NGN', description, customer });

    const record = succeeding(await merchant.get(checkout));

    expect(record).toHaveField('amount', 12_345);
    expect(record).toHaveField('currency', 'NGN');
    expect(record).toHaveField('description', description);
    expect(record).toHaveField('customer.email', data.local('ada@example.com'));
  },
  { alsoInLive: true },
);

check(
  'checkout.optional-fields',
  'description and metadata that were not given are null',
  async ({ merchant, data }) => {
    const reference = data.reference('chk');
    const answer = await merchant.createCheckout({ reference, description: undefined, metadata: undefined });
    expect(answer).toHaveStatus(201);

    const record = succeeding(await merchant.api.getCheckout(reference));
    expect(record).toHaveField('description', null);
    expect(record).toHaveField('metadata', null);
  },
  { alsoInLive: true },
);

check(
  'checkout.optional-fields',
  'a checkout without description and metadata has null for both where others of its customer and amount have them',
  async ({ merchant, data }) => {
    const alike = { amount: 12_007, customer: { email: data.email() } };
    const told = { ...alike, description: 'A month of oak chairs', metadata: { month: 'first' } };
    await merchant.checkout(told);
    const plain = await merchant.checkout({ ...alike, description: undefined, metadata: undefined });
    const justMade = succeeding(await merchant.get(plain));
    await merchant.checkout(told);
    const later = succeeding(await merchant.get(plain));
    for (const record of [justMade, later]) {
      expect(record).toHaveField('description', null);
      expect(record).toHaveField('metadata', null);
    }
  },
  { alsoInLive: true },
);

const ownNames = { description: 'An oak chair', amount: 7, currency: 'USD', reference: 'C-1', returnUrl: 'shop' };

checks(
  'checkout.optional-fields',
  [
    { what: 'a list within its metadata has one', metadata: { items: [{ sku: 'C-1', ...ownNames }] } },
    { what: 'its metadata has one', metadata: ownNames },
    {
      what: 'an object deep within its metadata has one',
      metadata: { order: { first: { note: null, ...ownNames, customer: { email: 'b', description: 'x' } } } },
    },
  ],
  ({ what }) => `a description that was not given is null where ${what}`,
  async ({ merchant }, { metadata }) => {
    const record = succeeding(await merchant.get(await merchant.checkout({ description: undefined, metadata })));

    expect(record).toHaveField('description', null);
    expect(of(record, 'metadata')).toEqual(metadata);
  },
);

check(
  'checkout.record-payment-method',
  'paymentMethod is a string or null before payment',
  async ({ merchant }) => {
    const record = succeeding(await merchant.get(await merchant.checkout()));

    expect(record).toFit('checkoutRecord', 'paymentMethod');
  },
  { alsoInLive: true },
);

check(
  'checkout.record-unpaid',
  'a new checkout is pending, without refunds, failure or payment',
  async ({ merchant }) => {
    const record = succeeding(await merchant.get(await merchant.checkout()));

    expect(record).toHaveField('status', 'pending');
    expect(record).toHaveField('refundedAmount', 0);
    expect(record).toHaveField('failureReason', null);
    expect(record).toHaveField('paidAt', null);
  },
  { alsoInLive: true },
);

check(
  'checkout.record-created-at',
  'createdAt is a date-time, the same when read later',
  async ({ merchant, time }) => {
    const checkout = await merchant.checkout();
    const createdAt = of(succeeding(await merchant.get(checkout)), 'createdAt');
    expect(createdAt).toBeDateTime();

    await time.wait(5, 'createdAt is read again');

    expect(await merchant.get(checkout)).toHaveField('createdAt', createdAt);
  },
  { alsoInLive: true },
);

check(
  'checkout.unknown-reference',
  'a reference never used is answered with 404',
  async ({ merchant, data }) => {
    const answer = await merchant.api.getCheckout(data.reference('chk'));

    expect(answer).toHaveStatus(404);
    expect(answer).toHaveErrorShape();
  },
  { alsoInLive: true },
);

check(
  'checkout.other-merchant-sees-nothing',
  "another merchant's GET is answered with 404",
  async ({ merchant, other }) => {
    const checkout = await merchant.checkout();

    expect(await other.get(checkout)).toHaveStatus(404);
  },
  { alsoInLive: true },
);

lookedForBefore('checkout.record-found', 'checkout', [], ({ merchant }, reference) => merchant.checkout({ reference }));
