import {
  Blocked,
  type Body,
  check,
  checks,
  type Exchange,
  expect,
  of,
  summary,
  unknownBank,
} from '../../../lib/interface/index.ts';
import { repeatableRefund } from '../support.ts';

// Whether a refusal is stored under its key is not shown: if stored, it is replayed; if not, the request is judged again, with the same
// result.

interface Refused {
  readonly kind: 'checkout' | 'refund' | 'payout' | 'escrow';
  readonly status: number;
  readonly words: string;
  readonly body: Body;
}

const refusals: readonly Refused[] = [
  { kind: 'payout', status: 422, words: 'for its bank', body: { recipient: { bankName: unknownBank } } },
  { kind: 'refund', status: 404, words: 'for its payment', body: { paymentReference: 'nil-nothing-was-paid' } },
  { kind: 'checkout', status: 400, words: 'for its amount', body: { amount: 99 } },
  { kind: 'escrow', status: 400, words: 'for its amount', body: { amount: 9_999 } },
];

checks(
  'idempotency.refused-stays-refused',
  refusals,
  ({ kind, status, words }) => `a ${kind} refused with ${status} ${words}, sent three times under one key`,
  async ({ merchant, data }, { kind, status, body }) => {
    const idempotencyKey = data.reference('key');
    const reference = data.reference('ref');
    const all: Body = { reference, customer: { email: 'ada@example.com' }, ...body };
    const recipient = { accountName: 'Ada Obi', ...(body.recipient as Body | undefined) };
    const send = (): Promise<Exchange> => {
      if (kind === 'refund') return merchant.createRefund({ ...body, reference }, { idempotencyKey });
      if (kind === 'payout') return merchant.createPayout({ ...body, reference, recipient }, { idempotencyKey });
      return kind === 'escrow'
        ? merchant.createEscrow({ ...body, reference }, { idempotencyKey })
        : merchant.createCheckout(all, { idempotencyKey });
    };

    for (const turn of ['first', 'second', 'third']) expect(await send(), `${turn} answer`).toHaveStatus(status);
    expect(await merchant.get({ kind, reference })).toHaveStatus(404);
  },
);

check(
  'idempotency.refused-stays-refused',
  'a refund refused as not paid, sent twice more after the payment, refunds once at the most',
  async (context) => {
    const { merchant, buyer, time } = context;
    const checkout = await merchant.checkout({ amount: 5_000 });
    const send = repeatableRefund(context, checkout, { amount: 1_000 });
    const refusal = await send();
    if (refusal.status !== 409) throw new Blocked(`the refund should have been refused: ${summary(refusal)}`);
    await buyer.pays(merchant, checkout);
    await send();
    await send();

    await time.wait(15, 'a second refund, which must not be, settles');
    expect(of(await merchant.get(checkout), 'refundedAmount')).toBeOneOf([0, 1_000]);
  },
  { needs: ['buyer'] },
);
