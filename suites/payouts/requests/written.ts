import { of } from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { whiteSpace } from '../../support/json/white-space.ts';
import { writtenTable, writtenText } from '../../support/requests/written.ts';

writtenTable({
  id: 'payout.record-as-sent',
  name: 'payout',
  needs: [],
  async prepare({ merchant, data }) {
    const recipient = { bankName: await merchant.bankName(), accountNumber: '0123456789', accountName: data.name() };
    return {
      body: async () => ({
        reference: data.reference('pay'),
        amount: 12_345,
        currency: 'NGN',
        recipient,
        narration: writtenText,
      }),
      send: (rawBody) => merchant.api.createPayout({}, { rawBody }),
      async seen({ recipient: _, ...body }) {
        const record = await merchant.api.getPayout(String(body.reference));
        return Object.entries(body).map(([field, due]) => [of(record, field), due] as const);
      },
    };
  },
});

table('payout.', whiteSpace);
