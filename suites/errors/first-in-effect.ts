import { type Body, checks, expect, of, readIn } from '../../lib/interface/index.ts';
import { arrived, paid, withoutQuery } from '../hosted-pages/addresses.ts';
import { escrowRows, type Row, refusedAnother } from './refused-namesakes.ts';

// `duplicate_reference`, "Reference already used": a create that is refused for its reference changes nothing about the first object, neither
// its record nor its effects, such as how it settles and which money it moves. It is sent while the first object is still pending.

const failing = { recipient: { accountNumber: '0000000000' } };
const otherAccount = { recipient: { accountNumber: '2087654321', accountName: 'Bola Ade' } };
const sandboxFail = { reason: 'sandbox_fail' };

const payout = (what: string, first: Body, second: Body, due: 'succeeded' | 'failed'): Row => ({
  kind: 'payout',
  what: `${what}: it has ${due}`,
  async act(context) {
    const made = await context.merchant.payout(first);
    await refusedAnother(context, made, second);

    expect(await context.merchant.becomes(made, due)).toHaveField('status', due);
  },
});

const refund = (what: string, first: Body, second: Body, due: 'succeeded' | 'failed'): Row => ({
  kind: 'refund',
  what: `${what}: it has ${due}`,
  needs: ['buyer'],
  async act(context) {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 9_001 });
    const made = await merchant.refund(payment, { amount: 1_003, ...first });
    await refusedAnother(context, made, { paymentReference: payment.reference, amount: 2_003, ...second });

    expect(await merchant.becomes(made, due)).toHaveField('status', due);
    expect(await merchant.get(payment)).toHaveField('refundedAmount', due === 'succeeded' ? 1_003 : 0);
  },
});

const rows: readonly Row[] = [
  payout('to an account that succeeds, then one to the account that fails', otherAccount, failing, 'succeeded'),
  payout('to the account that fails, then one to another', failing, otherAccount, 'failed'),
  refund('which succeeds, then one that fails', { reason: 'torn' }, sandboxFail, 'succeeded'),
  refund('which fails, then one that succeeds', sandboxFail, { reason: 'torn' }, 'failed'),
  {
    kind: 'refund',
    what: 'of one checkout, then one of another: the first is refunded, the other is not',
    needs: ['buyer'],
    async act(context) {
      const { merchant, buyer } = context;
      const [payment, other] = [await buyer.paid(merchant), await buyer.paid(merchant)];
      const made = await merchant.refund(payment, { amount: 1_003 });
      await refusedAnother(context, made, { paymentReference: other.reference, amount: 1_003 });
      await merchant.settles(made);

      expect(await merchant.get(payment)).toHaveField('refundedAmount', 1_003);
      expect(await merchant.get(other)).toHaveField('refundedAmount', 0);
    },
  },
  {
    kind: 'checkout',
    what: 'of 6,007, then one of 9,001: when it is paid 6,007 can be refunded, and not a kobo more',
    needs: ['buyer'],
    async act(context) {
      const { merchant, buyer } = context;
      const made = await merchant.checkout({ amount: 6_007 });
      await refusedAnother(context, made, { amount: 9_001 });
      const { reference: paymentReference } = await buyer.pays(merchant, made);

      expect(await merchant.createRefund({ paymentReference, amount: 6_008 })).toBeRefused();
      expect(await merchant.createRefund({ paymentReference, amount: 6_007 })).toHaveStatus(201);
    },
  },
  {
    kind: 'checkout',
    what: 'to one address, then one to another: the buyer is sent to the first',
    needs: ['browser'],
    async act(context) {
      const { data } = context;
      const reference = data.reference('chk');
      const returnUrl = 'https://shop.example.com/first';
      const again = (fields: Body) => refusedAnother(context, { kind: 'checkout', reference }, fields);
      const seen = await paid(context, { reference, returnUrl }, () =>
        again({ returnUrl: 'https://shop.example.com/second' }),
      );

      expect(withoutQuery(arrived(seen))).toBe(data.local(returnUrl));
    },
  },
  ...(['checkout', 'escrow'] as const).map(
    (kind): Row => ({
      kind,
      what: 'with one description, then one with another: its page shows the first',
      needs: ['browser'],
      async act(context) {
        const { merchant, buyer } = context;
        const [first, second] = ['Two bags of rice', 'Seventeen umbrellas of green silk'];
        const made = await merchant[kind]({ description: first });
        await refusedAnother(context, made, { description: second });
        const texts = of(await buyer.reads(made, first), 'texts');

        expect(readIn(texts, first)).toHaveCome(`the page does not show its description, ${first}`);
        expect(readIn(texts, second), 'the page shows the description that was refused').toBeEmpty();
      },
    }),
  ),
  ...escrowRows,
];

checks(
  'error.refused-leaves-first',
  rows,
  ({ kind, what }) => `${kind === 'escrow' ? 'an' : 'a'} ${kind} ${what}, as if the second had not been asked for`,
  (context, { act }) => act(context),
  ({ needs = [], waits }) => ({ needs, ...(waits !== undefined && { waits }), drawn: 3 }),
);
