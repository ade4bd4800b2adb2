import {
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
} from '../../../lib/interface/index.ts';
import { expectSame } from '../../support/attempts.ts';
import { original, type Repeatable, repeatable, repeatableRefund } from '../support.ts';

// Another body under a key is refused and has no effect on what was made with that key either: while that is under way it goes on as it would
// have, and when it has ended it stays as it is.

interface Row {
  readonly kind: Created['kind'];
  readonly becomes: string;
  readonly needs: readonly Capability[];
  readonly first: Body;
  /** What is refused, under another reference. */
  readonly other: Body;
  readonly fields: readonly string[];
  leads(context: CheckContext, made: Created, becomes: string): Promise<unknown>;
}

const FAILING = { recipient: { accountNumber: '0000000000', accountName: 'Ada Obi' } };
const settles: Row['leads'] = ({ merchant }, made, becomes) => merchant.becomes(made, becomes);
const fields = ['id', 'reference', 'status', 'amount', 'currency', 'createdAt', 'failureReason'];

const payout = { kind: 'payout', needs: [], fields: [...fields, 'narration'], leads: settles } as const;
const refund = { kind: 'refund', needs: ['buyer'], fields: [...fields, 'reason'], leads: settles } as const;

const rows: readonly Row[] = [
  { ...refund, becomes: 'succeeded', first: { amount: 1_003 }, other: { amount: 2_003, reason: 'sandbox_fail' } },
  {
    ...refund,
    becomes: 'failed',
    first: { amount: 1_003, reason: 'sandbox_fail' },
    other: { amount: 2_003, reason: 'torn' },
  },
  { ...payout, becomes: 'succeeded', first: { amount: 10_007 }, other: { amount: 20_011, ...FAILING } },
  { ...payout, becomes: 'failed', first: { amount: 10_007, ...FAILING }, other: { amount: 20_011, narration: 'Rice' } },
  {
    kind: 'checkout',
    becomes: 'succeeded',
    needs: ['buyer'],
    first: { amount: 6_007, description: 'Rice' },
    other: { amount: 9_001, description: 'Yam' },
    fields: [...fields, 'description', 'customer', 'metadata', 'refundedAmount', 'paidAt'],
    leads: ({ merchant, buyer }, made) => buyer.tries(merchant, made, 'succeeded'),
  },
  {
    kind: 'escrow',
    becomes: 'funded',
    needs: ['escrow-buyer'],
    first: { amount: 40_009 },
    other: { amount: 60_013 },
    fields: ['status'],
    leads: ({ merchant, buyer }, made) => buyer.paysEscrow(merchant, made),
  },
];

checks(
  ({ kind }) => `idempotency.${kind}-key-reused` as const,
  rows,
  ({ kind, becomes }) =>
    `another ${kind} is refused under the key of one that becomes ${becomes}, before and after that`,
  async (context, { kind, becomes, first, other, fields: kept, leads }) => {
    const { merchant, buyer, data } = context;
    const payment = kind === 'refund' ? await buyer.paid(merchant, { amount: 9_001 }) : null;
    const send: Repeatable = payment
      ? repeatableRefund(context, payment, first)
      : await repeatable(context, kind, first);
    const made = await original(kind, send);
    const refusals: Exchange[] = [await send({ ...other, reference: data.reference('other') })];
    await leads(context, made, becomes);
    const ended = await merchant.confirms(made, becomes);
    refusals.push(await send({ ...other, reference: data.reference('other') }));
    const later = await merchant.get(made);

    for (const refusal of refusals) expect(refusal).toBeRefusedWith(409, 'idempotency_key_reused');
    expect(ended).toHaveField('status', becomes);
    expectSame(later, ended, kept);
    if (payment === null) return;
    const left = becomes === 'failed' ? 9_001 : 9_001 - 1_003;
    expect(await merchant.get(payment)).toHaveField('refundedAmount', 9_001 - left);
    const beyond = { paymentReference: payment.reference, amount: left + 1 };
    expect(await merchant.createRefund(beyond)).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  ({ kind, needs }) => ({ needs, drawn: 1, alsoInLive: kind === 'checkout' }),
);
