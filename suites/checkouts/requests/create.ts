import { check, differentOf, distinct, expect, of, schemeOf } from '../../../lib/interface/index.ts';
import { succeeding } from '../support.ts';

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
  { alsoInLive: true },
);

check(
  'checkout.url',
  'create response and record have an absolute web address',
  async ({ merchant, data }) => {
    const reference = data.reference('chk');
    const answer = succeeding(await merchant.createCheckout({ reference }));
    const record = succeeding(await merchant.api.getCheckout(reference));

    for (const exchange of [answer, record]) {
      expect(schemeOf(of(exchange, 'checkoutUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
    }
  },
  { alsoInLive: true },
);

check(
  'checkout.url',
  'checkouts of one buyer and amount have pages of their own',
  async ({ merchant, buyer }) => {
    const fields = { amount: 7_007, customer: { email: 'ada.obi@example.com' }, description: 'Rice' };
    const [one, other] = [await merchant.checkout(fields), await merchant.checkout(fields)];
    const paid = await buyer.paid(merchant, fields);
    const last = await merchant.checkout(fields);

    const all = [one, other, paid, last];
    const answers = all.map(({ exchange }) => exchange);
    const created = [one.exchange, other.exchange, last.exchange];
    expect(distinct(differentOf(created, 'json.checkoutUrl')), 'different addresses of three checkouts').toBe(3);
    for (const [at, checkout] of all.entries()) {
      const record = succeeding(await merchant.get(checkout));
      for (const [turn, answer] of answers.entries())
        if (turn !== at) expect(of(record, 'checkoutUrl')).not.toBe(of(answer, 'checkoutUrl'));
    }
  },
  { needs: ['buyer'] },
);
