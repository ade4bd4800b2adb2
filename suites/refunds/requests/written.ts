import { of } from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { whiteSpace } from '../../support/json/white-space.ts';
import { writtenTable, writtenText } from '../../support/requests/written.ts';

writtenTable({
  id: 'refund.record-as-sent',
  name: 'refund',
  needs: ['buyer'],
  async prepare({ merchant, buyer, data }) {
    const { reference: paymentReference } = await buyer.paid(merchant, { amount: 5_000 });
    return {
      body: async () => ({ reference: data.reference('rfd'), paymentReference, amount: 103, reason: writtenText }),
      send: (rawBody) => merchant.api.createRefund({}, { rawBody }),
      async seen(body) {
        const record = await merchant.api.getRefund(String(body.reference));
        return Object.entries(body).map(([field, due]) => [of(record, field), due] as const);
      },
    };
  },
});

table('refund.', whiteSpace);
