import { type Body, checks, created, expect } from '../../lib/interface/index.ts';
import { classicWays, optionsOf } from './ways.ts';

// Credentials are checked before stored answers: an answer stored under an idempotency key is replayed only to its merchant.

const kinds: readonly { readonly kind: 'checkout' | 'payout' | 'escrow'; readonly body: Body }[] = [
  { kind: 'checkout', body: { amount: 7_001, customer: { email: 'ada@example.com' } } },
  { kind: 'payout', body: { amount: 10_001, recipient: { accountName: 'Ada Obi' } } },
  { kind: 'escrow', body: { amount: 50_001 } },
];

checks(
  ({ way }) => way.id,
  kinds.flatMap((each) => classicWays.map((way) => ({ ...each, way }))),
  ({ kind, way }) => `a ${kind} create that was answered, sent again under its key with ${way.name}, is refused`,
  async (context, { kind, body, way }) => {
    const { merchant, data } = context;
    const [reference, idempotencyKey] = [data.reference('kept'), data.reference('key')];
    const creates = {
      checkout: merchant.createCheckout,
      payout: merchant.createPayout,
      escrow: merchant.createEscrow,
    };
    const send = (options: object) =>
      creates[kind].call(merchant, { reference, ...body }, { ...options, idempotencyKey });
    created(kind, await send({}));
    const answer = await send(await optionsOf(way, context));

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  },
  ({ way }) => ({ needs: way.needs ?? [], drawn: 4 }),
);
