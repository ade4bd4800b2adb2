import { nearTable } from '../../support/states/near.ts';

const description = 'Two bags of rice';
const yam = { customer: { email: 'Ada@example.com' }, description: 'Yam' };

nearTable({
  kind: 'checkout',
  id: 'checkout.record-stays',
  asSent: 'checkout.record-as-sent',
  needs: [],
  first: {
    amount: 7_003,
    description,
    customer: { email: 'ada@example.com' },
    metadata: { order: { code: 'A-17', lines: ['rice'] } },
  },
  laters: [
    { what: "its buyer's e-mail in capitals", fields: { customer: { email: 'ADA@example.com' } } },
    { what: "its buyer's e-mail in capitals, domain and all", fields: { customer: { email: 'ADA@EXAMPLE.COM' } } },
    { what: "its buyer's e-mail and a tag", fields: { customer: { email: 'ada+shop@example.com' } } },
    { what: 'its buyer, another order', fields: { description: description.toUpperCase(), metadata: { order: 2 } } },
    { what: 'its buyer and no order', fields: { description: undefined, metadata: undefined } },
    { what: 'its order, for another buyer', fields: { customer: { email: 'obi@example.com' } } },
    { what: 'its buyer, another amount', fields: { amount: 7_004 } },
    { what: 'its buyer, for another merchant', by: 'other', fields: yam },
    { what: 'its buyer, in live', by: 'live', fields: yam },
  ],
  fields: [
    ...['id', 'reference', 'status', 'amount', 'currency', 'description', 'customer', 'metadata'],
    ...['failureReason', 'refundedAmount', 'paidAt', 'createdAt'],
  ],
  sent: ['amount', 'description', 'metadata'],
  maker: () => (as, fields) => as.checkout(fields),
  states: [
    { what: 'just made', needs: [], lead: async () => {} },
    {
      what: 'paid',
      needs: ['buyer'],
      lead: ({ merchant, buyer }, first) => buyer.pays(merchant, first),
      ends: ({ buyer }, as, later) => buyer.pays(as, later),
    },
    {
      what: 'whose payment failed',
      needs: ['buyer', 'payment-failure'],
      lead: ({ merchant, buyer }, first) => buyer.fails(merchant, first),
    },
  ],
});
