import { Blocked, checks, type Exchange, expect, type RequirementId, shared } from '../../../lib/interface/index.ts';
import { ownNames } from '../../support/references/own-names.ts';

// A checkout is paid, refunded and told of by its reference, whatever that looks like to a program: a number, a word of a language or a path.

const AMOUNT = 20_000;
const REFUNDED = 7_001;

interface Refunded {
  readonly asked: Exchange;
  /** The refund, and its checkout, after it has settled. */
  readonly refund: Exchange;
  readonly checkout: Exchange;
}

const refunded = shared('refunds of checkouts with names of programs', ['buyer', 'own-merchant'], async (context) => {
  const { merchant, buyer, data } = context;
  const found = new Map<string, Refunded>();
  for (const reference of ownNames.flatMap(({ names }) => [...names])) {
    const payment = await buyer.paid(merchant, { reference, amount: AMOUNT });
    const made = { kind: 'refund', reference: data.reference('rfd') } as const;
    const fields = { reference: made.reference, paymentReference: reference, amount: REFUNDED };
    const asked = await merchant.createRefund(fields);
    if (asked.status !== 201) {
      found.set(reference, { asked, refund: asked, checkout: asked });
      continue;
    }
    found.set(reference, {
      asked,
      refund: await merchant.becomes(made, 'succeeded'),
      checkout: await merchant.get(payment),
    });
  }
  return { merchant, found };
});

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

checks(
  'webhook.payment-succeeded',
  ownNames,
  ({ what }) => `of checkouts whose references are ${what} it is sent, with that reference`,
  async (context, { names }) => {
    const { merchant } = await refunded(context);
    for (const name of names)
      expect((await merchant.webhooks.any('payment.succeeded', name)).payload.reference).toBe(name);
  },
  { needs: ['buyer', 'own-merchant'], drawn: 1 },
);
