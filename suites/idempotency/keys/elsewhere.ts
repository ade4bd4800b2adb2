import { Blocked, type CallOptions, type CheckContext, checks, type Exchange } from '../../../lib/interface/index.ts';
import { expectSameAnswer, original, repeatable } from '../support.ts';

// Whether a key is free at another endpoint is not shown. Either way "the original response is replayed" at the endpoint where it was used first.

const kinds = ['checkout', 'payout', 'escrow', 'refund'] as const;
type Kind = (typeof kinds)[number];

const needsOf = (...of: readonly Kind[]) => (of.includes('refund') ? (['buyer'] as const) : []);

/** What may be sent with the key of another request: accepted, or refused for the key. */
const elsewhere: Readonly<Record<Kind, (context: CheckContext, options: CallOptions) => Promise<unknown>>> = {
  checkout: ({ merchant }, options) => merchant.createCheckout({}, options),
  payout: ({ merchant }, options) => merchant.createPayout({}, options),
  async escrow({ merchant }, options) {
    await merchant.createEscrow({}, options);
    await merchant.api.cancelEscrow((await merchant.escrow()).reference, options);
  },
  async refund({ merchant, buyer }, options) {
    const { reference } = await buyer.paid(merchant);
    await merchant.createRefund({ paymentReference: reference, amount: 1_001 }, options);
  },
};

checks(
  ({ kind }) => `idempotency.${kind}-replay` as const,
  kinds.flatMap((kind) => kinds.filter((other) => other !== kind).map((other) => ({ kind, other }))),
  ({ kind, other }) => `a ${kind} is replayed as before when its key was sent with a ${other}`,
  async (context, { kind, other }) => {
    const send = await repeatable(context, kind);
    const { exchange: first } = await original(kind, send);
    await elsewhere[other](context, { idempotencyKey: keyIn(first) });

    expectSameAnswer(await send(), first);
  },
  ({ kind, other }) => ({ needs: needsOf(kind, other), drawn: 3 }),
);

function keyIn({ sent }: Exchange): string {
  const header = Object.entries(sent.headers).find(([name]) => name.toLowerCase() === 'idempotency-key');
  if (header === undefined) throw new Blocked('suite fault: a create without a key');
  return header[1];
}
