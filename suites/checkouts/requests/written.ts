import { of } from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { whiteSpace } from '../../support/json/white-space.ts';
import { writtenTable, writtenText } from '../../support/requests/written.ts';

const metadata = { [writtenText]: [writtenText, { 謝: '👟', 'a/b': '1/2', 'é<': 17 }], order: { code: 'A-17' } };

for (const [id, name, fields] of [
  ['checkout.record-as-sent', 'checkout', ['amount', 'currency', 'description', 'customer.email', 'reference']],
  ['checkout.record-metadata', 'checkout with metadata', ['metadata']],
] as const) {
  writtenTable({
    id,
    name,
    needs: [],
    prepare: async ({ merchant, data }) => ({
      body: async () => ({
        reference: data.reference('chk'),
        amount: 12_345,
        currency: 'NGN',
        description: writtenText,
        customer: { email: data.email() },
        returnUrl: data.returnUrl,
        ...(name === 'checkout' ? {} : { metadata }),
      }),
      send: (rawBody) => merchant.api.createCheckout({}, { rawBody }),
      async seen(body) {
        const record = await merchant.api.getCheckout(String(body.reference));
        const sent = { ...body, 'customer.email': Object(body.customer).email } as Record<string, unknown>;
        return fields.map((field) => [of(record, field), sent[field]] as const);
      },
    }),
  });
}

table('checkout.', whiteSpace);
