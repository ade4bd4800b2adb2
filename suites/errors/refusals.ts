import type { Body, CallOptions, Capability, CheckContext, Exchange } from '../../lib/interface/index.ts';
import { unknownBank } from '../../lib/interface/index.ts';

/** A create request with exactly one reason for refusal. */
export interface Refusal {
  readonly kind: 'checkout' | 'refund' | 'payout' | 'escrow';
  readonly status: 400 | 404 | 409 | 422;
  readonly words: string;
  readonly needs?: readonly Capability[];
  /** `mended`: a valid request with the same reference. */
  send(context: CheckContext, reference: string): Promise<Answers>;
}

interface Answers {
  readonly refusal: Exchange;
  mended(): Promise<Exchange>;
}

type Sender = (body: Body, options?: CallOptions) => Promise<Exchange>;

function wrong(kind: Refusal['kind'], words: string, body: Body, status: Refusal['status'] = 400): Refusal {
  return {
    kind,
    status,
    words,
    ...(kind === 'refund' && { needs: ['buyer'] as const }),
    send: async (context, reference) => {
      const send = await sender(context, kind);
      return { refusal: await send({ ...body, reference }), mended: () => send({ reference }) };
    },
  };
}

async function sender({ merchant, buyer }: CheckContext, kind: Refusal['kind']): Promise<Sender> {
  if (kind === 'checkout') return (body, options) => merchant.createCheckout(body, options);
  if (kind === 'payout') return (body, options) => merchant.createPayout(body, options);
  if (kind === 'escrow') return (body, options) => merchant.createEscrow(body, options);
  const paymentReference = (await buyer.paid(merchant, { amount: 5_000 })).reference;
  return (body, options) => merchant.createRefund({ paymentReference, ...body }, options);
}

export const refusals: readonly Refusal[] = [
  wrong('payout', 'to an unknown bank', { recipient: { bankName: unknownBank } }, 422),
  wrong('checkout', 'of 99 kobo', { amount: 99 }),
  wrong('escrow', 'of 9,999 kobo', { amount: 9_999 }),
  wrong('refund', 'of more than was paid', { amount: 5_001 }, 422),
  {
    kind: 'refund',
    status: 409,
    words: 'of a checkout that is not paid',
    needs: ['buyer'],
    send: async ({ merchant, buyer }, reference) => {
      const checkout = await merchant.checkout();
      const send = () => merchant.createRefund({ reference, paymentReference: checkout.reference });
      return { refusal: await send(), mended: async () => buyer.pays(merchant, checkout).then(send) };
    },
  },
  ...(['checkout', 'payout', 'escrow', 'refund'] as const).map(
    (kind): Refusal => ({
      kind,
      status: 409,
      words: 'under a key of another one',
      ...(kind === 'refund' && { needs: ['buyer'] as const }),
      async send(context, reference) {
        const send = await sender(context, kind);
        const idempotencyKey = context.data.reference('key');
        const [one, other] = kind === 'refund' ? [1_001, 1_002] : [10_001, 10_002];
        await send({ amount: one }, { idempotencyKey });
        const refusal = await send({ reference, amount: other }, { idempotencyKey });
        return { refusal, mended: () => send({ reference, amount: other }) };
      },
    }),
  ),
  wrong('refund', 'of an unknown payment', { paymentReference: 'nil-nothing-was-paid' }, 404),
  wrong('refund', 'of 0 kobo', { amount: 0 }),
  wrong('refund', 'for a reason too long', { reason: 'r'.repeat(256) }),
  wrong('payout', 'to 9 digits', { recipient: { accountNumber: '012345678' } }),
  wrong('payout', 'of 9,999 kobo', { amount: 9_999 }),
  wrong('payout', 'with a narration too long', { narration: 'n'.repeat(101) }),
  wrong('payout', 'in dollars', { currency: 'USD' }),
  wrong('checkout', 'of 2,000,000,001 kobo', { amount: 2_000_000_001 }),
  wrong('checkout', 'without an amount', { amount: undefined }),
  wrong('checkout', 'in dollars', { currency: 'USD' }),
  wrong('checkout', 'without a buyer', { customer: undefined }),
  wrong('checkout', 'with a description too long', { description: 'd'.repeat(256) }),
  wrong('checkout', 'with metadata too long', { metadata: { note: 'm'.repeat(5_000) } }),
  wrong('escrow', 'without a seller', { seller: undefined }),
  wrong('escrow', 'released after 721 hours', { autoReleaseHours: 721 }),
  wrong('escrow', 'with a fee for no wallet', { feeAmount: 100 }),
  wrong('escrow', 'in dollars', { currency: 'USD' }),
];
