import { Blocked, type CheckContext, check, checks, expect, header, summary } from '../../../lib/interface/index.ts';
import { largest } from '../../support/requests/large-metadata.ts';
import {
  expectSameAnswer,
  original,
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

check('idempotency.replay-is-marked', 'the second and third answers are marked, the first is not', async (context) => {
  const create = repeatableCheckout(context);
  const first = await original('checkout', create);

  expect(header(await create(), 'idempotent-replayed'), 'second answer').toBe('true');
  expect(header(await create(), 'idempotent-replayed'), 'third answer').toBe('true');
  expect(header(first.exchange, 'idempotent-replayed'), 'first answer').not.toBe('true');
});

const creates = {
  checkout: async (context: CheckContext) => repeatableCheckout(context),
  refund: async (context: CheckContext) => repeatableRefund(context, await context.buyer.paid(context.merchant)),
  payout: async (context: CheckContext) => repeatablePayout(context),
  escrow: async (context: CheckContext) => repeatableEscrow(context),
};

for (const kind of ['checkout', 'refund', 'payout', 'escrow'] as const) {
  check(
    `idempotency.${kind}-replay`,
    `${kind} create: sent again it gives the same answer`,
    async (context) => {
      const create = await creates[kind](context);
      const first = await original(kind, create);

      expectSameAnswer(await create(), first.exchange);
    },
    { alsoInLive: kind !== 'payout' },
  );
}

check(
  'idempotency.checkout-replay-after-payment',
  'a checkout create sent again right after its payment gives the same answer',
  async (context) => {
    const create = repeatableCheckout(context);
    const first = await original('checkout', create);
    await context.buyer.pays(context.merchant, first);

    expectSameAnswer(await create(), first.exchange);
  },
  { alsoInLive: true },
);

check(
  'idempotency.escrow-release-replay',
  'a release sent again is replayed',
  async (context) => {
    const { merchant, buyer, data } = context;
    const escrow = await buyer.funded(merchant);
    const idempotencyKey = data.reference('key');
    const first = await merchant.api.releaseEscrow(escrow.reference, { idempotencyKey });
    if (first.status !== 200) throw new Blocked(`the escrow should have been released: ${summary(first)}`);

    expect(await merchant.api.releaseEscrow(escrow.reference, { idempotencyKey })).toReplay(first);
  },
  { alsoInLive: true },
);

for (const [what, body] of [
  ['a full refund', {}],
  ['a refund of 20,000 out of 50,000', { amount: 20_000, reason: 'half of it broken' }],
] as const) {
  check(
    'idempotency.escrow-refund-replay',
    `${what} sent again is replayed`,
    async (context) => {
      const { merchant, buyer, data } = context;
      const escrow = await buyer.funded(merchant, { amount: 50_000 });
      const idempotencyKey = data.reference('key');
      const first = await merchant.api.refundEscrow(escrow.reference, body, { idempotencyKey });
      if (first.status !== 200) throw new Blocked(`the escrow should have been refunded: ${summary(first)}`);

      expect(await merchant.api.refundEscrow(escrow.reference, body, { idempotencyKey })).toReplay(first);
    },
    { alsoInLive: 'amount' in body },
  );
}

check(
  'idempotency.escrow-cancel-replay',
  'a cancellation sent again is replayed',
  async (context) => {
    const { merchant, data } = context;
    const escrow = await merchant.escrow();
    const idempotencyKey = data.reference('key');
    const first = await merchant.api.cancelEscrow(escrow.reference, { idempotencyKey });
    if (first.status !== 200) throw new Blocked(`the escrow should have been cancelled: ${summary(first)}`);

    expect(await merchant.api.cancelEscrow(escrow.reference, { idempotencyKey })).toReplay(first);
  },
  { alsoInLive: true },
);

// A replay is the whole answer: these answers are as long as possible. Of references, conditions and reasons of escrows no maximum is shown.

const metadata = largest((count) => ({
  list: Array.from({ length: count }, (_, at) => `line ${at}: ọjà – 谢谢 "${'x'.repeat(30)}"`),
}));
const longest = { description: 'ọ"'.repeat(127), conditions: 'Rice – 礼 & "beans". '.repeat(5), metadata };

checks(
  ({ deed }) => `idempotency.escrow-${deed}-replay` as const,
  [{ deed: 'release' }, { deed: 'refund' }, { deed: 'cancel' }] as const,
  ({ deed }) => `${deed} of an escrow with long texts and large metadata, sent again, is replayed whole`,
  async ({ merchant, buyer, data }, { deed }) => {
    const fields = { ...longest, buyer: { email: 'ada.obi@example.com' } };
    const escrow = deed === 'cancel' ? await merchant.escrow(fields) : await buyer.funded(merchant, fields);
    const idempotencyKey = data.reference('key').padEnd(255, 'k');
    const send = () => {
      if (deed === 'release') return merchant.api.releaseEscrow(escrow.reference, { idempotencyKey });
      if (deed === 'cancel') return merchant.api.cancelEscrow(escrow.reference, { idempotencyKey });
      return merchant.api.refundEscrow(escrow.reference, { reason: 'r'.repeat(100) }, { idempotencyKey });
    };
    const first = await send();
    if (first.status !== 200) throw new Blocked(`the ${deed} should have worked: ${summary(first)}`);

    expect(await send()).toReplay(first);
  },
  ({ deed }) => (deed === 'cancel' ? {} : { needs: ['escrow-buyer'] }),
);

const longCreates: Readonly<Record<keyof typeof creates, (context: CheckContext) => Promise<Repeatable>>> = {
  checkout: async (context) =>
    repeatableCheckout(context, undefined, {
      reference: context.data.reference('chk').padEnd(100, 'x'),
      description: longest.description,
      metadata,
    }),
  refund: async (context) =>
    repeatableRefund(context, await context.buyer.paid(context.merchant), { reason: 'ọ'.repeat(255) }),
  payout: async (context) => repeatablePayout(context, { narration: 'ọ'.repeat(100) }),
  escrow: async (context) => repeatableEscrow(context, longest),
};

checks(
  (kind) => `idempotency.${kind}-replay` as const,
  ['checkout', 'refund', 'payout', 'escrow'] as const,
  (kind) => `${kind} create with the longest texts: sent again it gives the whole answer`,
  async (context, kind) => {
    const create = await longCreates[kind](context);
    const first = await original(kind, create);

    expectSameAnswer(await create(), first.exchange);
  },
  (kind) => (kind === 'refund' ? { needs: ['buyer'] } : {}),
);
