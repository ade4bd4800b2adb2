import { nearTable, settled } from '../support/states/near.ts';

const recipient = { accountNumber: '0123456789', accountName: 'Ada Obi' };
const narration = 'Sales of May';

nearTable({
  kind: 'payout',
  id: 'payout.record-stays',
  asSent: 'payout.record-as-sent',
  needs: [],
  first: { amount: 12_003, narration, recipient },
  laters: [
    { what: 'its account, in another name', fields: { recipient: { ...recipient, accountName: 'OBI ADA' } } },
    { what: 'its name, for another account', fields: { recipient: { ...recipient, accountNumber: '0123456780' } } },
    { what: 'its account, narration in capitals', fields: { narration: narration.toUpperCase() } },
    { what: 'its account and no narration', fields: { narration: undefined } },
    { what: 'its narration, another amount', fields: { amount: 12_004 } },
    { what: 'its name, which fails', fields: { recipient: { ...recipient, accountNumber: '0000000000' } } },
    {
      what: 'its account, for another merchant',
      by: 'other',
      fields: { recipient: { ...recipient, accountName: 'Ada O' }, narration: 'June' },
    },
  ],
  fields: ['id', 'reference', 'amount', 'currency', 'recipient', 'narration', 'createdAt'],
  sent: ['amount', 'narration'],
  maker: () => (as, fields) => as.payout(fields),
  states: [settled('succeeded')],
});
