import { check, expect, of, schemeOf } from '../../lib/interface/index.ts';
import { succeeding } from './support.ts';

check(
  'checkout.created',
  'a complete request is answered with 201, id, reference and pending',
  async ({ merchant, data }) => {
    const reference = data.reference('CHK');

    const answer = await merchant.createCheckout({ reference, description: 'Rice', metadata: { order: 'A-17' } });

    expect(answer).toHaveStatus(201);
    expect(of(answer, 'id')).toMatch(/./);
    expect(answer).toHaveField('reference', reference);
    expect(answer).toHaveField('status', 'pending');
  },
);

check('checkout.url', 'create response and record have an absolute web address', async ({ merchant, data }) => {
  const reference = data.reference('chk');
  const answer = succeeding(await merchant.createCheckout({ reference }));
  const record = succeeding(await merchant.api.getCheckout(reference));

  for (const exchange of [answer, record]) {
    expect(schemeOf(of(exchange, 'checkoutUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
  }
});
