import { of, part } from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { whiteSpace } from '../../support/json/white-space.ts';
import { writtenTable, writtenText } from '../../support/requests/written.ts';

writtenTable({
  id: 'escrow.created',
  name: 'escrow',
  needs: [],
  prepare: async ({ merchant, data }) => ({
    body: async () => ({
      reference: data.reference('esc'),
      amount: 50_003,
      currency: 'NGN',
      seller: { walletId: '0000000001' },
      autoReleaseHours: 24,
      conditions: 'Delivered whole',
      description: writtenText,
      returnUrl: data.returnUrl,
      metadata: { [writtenText]: [writtenText] },
    }),
    send: (rawBody) => merchant.api.createEscrow({}, { rawBody }),
    async seen({ reference }, answer) {
      const record = await merchant.api.getEscrow(String(reference));
      return [
        [of(answer, 'reference'), reference],
        [part(record, 'status'), 200],
      ] as const;
    },
  }),
});

table('escrow.', whiteSpace);
