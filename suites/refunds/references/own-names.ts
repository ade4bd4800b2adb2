import { Blocked, checks, expect, type RequirementId } from '../../../lib/interface/index.ts';
import { ownNames } from '../../support/references/own-names.ts';
import { REFUNDED, type Refunded, refunded } from './named.ts';

// Payments, refunds and events name a checkout by its reference, which is a text even where it looks like a number, a keyword or a path.

const rows: readonly { id: RequirementId; what: string; see(refunded: Refunded, reference: string): void }[] = [
  {
    id: 'refund.created',
    what: 'each is refunded',
    see: ({ asked }, reference) => expect(asked, reference).toHaveStatus(201),
  },
  {
    id: 'refund.record-as-sent',
    what: 'each refund names its own',
    see: ({ refund }, reference) => expect(refund, reference).toHaveField('paymentReference', reference),
  },
  {
    id: 'refund.adds-to-refunded-amount',
    what: 'each has what was refunded of it',
    see: ({ checkout }, reference) => expect(checkout, reference).toHaveField('refundedAmount', REFUNDED),
  },
];

checks(
  ({ row }) => row.id,
  rows.flatMap((row) => ownNames.map((group) => ({ row, group }))),
  ({ row, group }) => `checkouts whose references are ${group.what}: ${row.what}`,
  async (context, { row, group }) => {
    const { found } = await refunded(context);
    for (const name of group.names) {
      const own = found.get(name);
      if (own === undefined) throw new Blocked('suite fault: nothing was asked for so');
      if (row.id !== 'refund.created' && own.asked.status !== 201) throw new Blocked(`${name} was not refunded`);
      row.see(own, name);
    }
  },
  { needs: ['buyer', 'own-merchant'], drawn: 3 },
);
