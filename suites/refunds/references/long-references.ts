import { Blocked, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';

// `paymentReference` accepts every reference of a checkout: every length, and every permitted sign at its end.

const endings = [
  ...[100, 65, 64, 99, 37, 51, 81].map((length) => ({ what: `of ${length} characters`, end: 'x', length })),
  ...['.', '_', ':', '-'].map((end) => ({ what: `that ends with ${end}`, end, length: 45 })),
  ...['.', '_', ':', '-'].map((end) => ({ what: `of 100 characters, the last of which is ${end}`, end, length: 100 })),
];

const refunded = shared(
  'refunds of checkouts with references of every length',
  ['buyer'],
  async ({ merchant, buyer, data }) => {
    const seen = new Map<string, { reference: string; answer: Exchange; record: Exchange; refused: Exchange }>();
    for (const { what, end, length } of endings) {
      const reference = data
        .reference('chk')
        .padEnd(length - 1, 'x')
        .slice(0, length - 1)
        .concat(end);
      const payment = await buyer.paid(merchant, { reference, amount: 5_003 });
      const own = data.reference('rfd');
      const answer = await merchant.createRefund({
        reference: own,
        paymentReference: payment.reference,
        amount: 5_003,
      });
      const record = await merchant.get({ kind: 'refund', reference: own });
      const refused = await merchant.createRefund({ paymentReference: reference, amount: 1 });
      seen.set(what, { reference, answer, record, refused });
    }
    return seen;
  },
);

checks(
  ({ id }) => id,
  (['refund.created', 'refund.record-as-sent', 'refund.exceeds-paid'] as const).flatMap((id) =>
    endings.map(({ what }) => ({ id, what })),
  ),
  ({ id, what }) =>
    `${id === 'refund.exceeds-paid' ? 'one kobo too much of' : 'a refund of'} a checkout with a reference ${what}`,
  async (context, { id, what }) => {
    const seen = (await refunded(context)).get(what);
    if (seen === undefined) throw new Blocked('suite fault: there is no such checkout');

    if (id === 'refund.created') expect(seen.answer).toHaveStatus(201);
    else if (id === 'refund.record-as-sent') expect(seen.record).toHaveField('paymentReference', seen.reference);
    else expect(seen.refused).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { drawn: 4 },
);
