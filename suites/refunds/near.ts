import type { Created, Merchant } from '../../lib/interface/index.ts';
import { nearTable, settled } from '../support/states/near.ts';

const reason = 'One bag was torn';

nearTable({
  kind: 'refund',
  id: 'refund.record-stays',
  asSent: 'refund.record-as-sent',
  needs: ['buyer'],
  first: { amount: 1_003, reason },
  laters: [
    { what: 'its reason in capitals', fields: { reason: reason.toUpperCase() } },
    { what: 'its checkout and amount, another reason', fields: { reason: 'Late' } },
    { what: 'its checkout and amount, and no reason', fields: { reason: undefined } },
    { what: 'its checkout and reason, another amount', fields: { amount: 1_004 } },
    { what: 'its checkout and amount, which fails', fields: { reason: 'sandbox_fail' } },
    { what: 'its amount, for another merchant', by: 'other', fields: { reason: 'Late' } },
  ],
  fields: ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
  sent: ['amount', 'reason'],
  maker({ buyer }) {
    const paid = new Map<Merchant, Created>();
    return async (as, fields) => {
      const payment = paid.get(as) ?? (await buyer.paid(as, { amount: 90_001 }));
      paid.set(as, payment);
      return await as.refund(payment, fields);
    };
  },
  states: [settled('succeeded')],
});
