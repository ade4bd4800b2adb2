import { expect, of, requirement, schemeOf } from '../../lib/harness/index.ts';
import { succeeding } from './support.ts';

requirement(
  'checkout.created',
  'a complete request is answered with 201, id, reference and pending',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('CHK');

    const answer = await merchant.createCheckout({ reference, description: 'Rice', metadata: { order: 'A-17' } });

    expect(answer).toHaveStatus(201);
    expect(of(answer, 'id')).toMatch(/./);
    expect(answer).toHaveField('reference', reference);
    expect(answer).toHaveField('status', 'pending');
  },
);

requirement('checkout.url', 'create response and record have an absolute web address', async ({ merchant, fresh }) => {
  const reference = fresh.reference('chk');
  const answer = succeeding(await merchant.createCheckout({ reference }));
  const record = succeeding(await merchant.api.getCheckout(reference));

  for (const exchange of [answer, record]) {
    expect(schemeOf(of(exchange, 'checkoutUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
  }
});

const lacking = {
  reference: { reference: undefined },
  amount: { amount: undefined },
  currency: { currency: undefined },
  customer: { customer: undefined },
  'customer.email': { customer: { email: undefined } },
  returnUrl: { returnUrl: undefined },
};

for (const [name, fields] of Object.entries(lacking)) {
  requirement('checkout.required-fields', `a request without ${name} is refused`, async ({ merchant }) => {
    expect(await merchant.createCheckout(fields)).toBeRefusedWith(400, 'invalid_request');
  });
}

const mistyped = {
  'a number as reference': { reference: 20_261_101 },
  'a number as currency': { currency: 566 },
  'a number as customer.email': { customer: { email: 5_000 } },
  'a number as returnUrl': { returnUrl: 5_000 },
  'a number as description': { description: 12_345 },
  'text as metadata': { metadata: 'order A-17' },
};

for (const [name, fields] of Object.entries(mistyped)) {
  requirement('checkout.field-types', `${name} is refused`, async ({ merchant }) => {
    expect(await merchant.createCheckout(fields)).toBeRefusedWith(400, 'invalid_request');
  });
}
