import {
  Blocked,
  type Created,
  check,
  created,
  type EventKind,
  expect,
  type Merchant,
  observation,
  of,
  summary,
} from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { delivery, names } from '../support.ts';

check('webhook.escrow-funded', 'it is sent when the buyer paid', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);

  await merchant.webhooks.arrives('escrow.funded', escrow.reference);
});

check('webhook.escrow-disputed', 'it is sent when the buyer asked for a refund', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);
  await buyer.disputes(merchant, escrow);

  await merchant.webhooks.arrives('escrow.disputed', escrow.reference);
});

check('webhook.escrow-released', 'it is sent when the merchant released', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);
  await released(merchant, escrow);

  await merchant.webhooks.arrives('escrow.released', escrow.reference);
});

check('webhook.escrow-released-by-buyer', 'it is sent when the buyer released', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);
  await buyer.releases(merchant, escrow);

  await merchant.webhooks.arrives('escrow.released', escrow.reference);
});

check(
  'webhook.escrow-released-by-itself',
  'it is sent after the 1 hour of autoReleaseHours',
  async ({ merchant, buyer, time }) => {
    const escrow = await buyer.funded(merchant, { autoReleaseHours: 1 });
    await time.wait(3_600, 'the escrow is released by itself');

    await merchant.webhooks.arrives('escrow.released', escrow.reference);
  },
);

for (const [what, fee] of [
  ['50,000 without a fee', {}],
  ['50,000 with a fee of 4,000', { feeAmount: 4_000, feeWalletId: '0000000002' }],
] as const) {
  check('webhook.escrow-released-amount', `it is 50,000 for ${what}`, async ({ merchant, buyer }) => {
    const answer = await merchant.createEscrow({ amount: 50_000, ...fee });
    if ('feeAmount' in fee) mayRefuse(answer, 'no such fee wallet');
    const escrow = await buyer.funds(merchant, created('escrow', answer));
    await released(merchant, escrow);

    const event = await merchant.webhooks.given('escrow.released', escrow.reference);

    expect(of(event, 'amountMinor')).toBe(50_000);
  });
}

check('webhook.escrow-refunded', 'it is sent after a full refund', async ({ merchant, buyer }) => {
  const escrow = await buyer.funded(merchant);
  await refunded(merchant, escrow, {});

  await merchant.webhooks.arrives('escrow.refunded', escrow.reference);
});

for (const [what, body, amount] of [
  ['a full refund of 50,000 tells 50,000', {}, 50_000],
  ['a refund of 20,001 out of 50,000 tells 20,001', { amount: 20_001 }, 20_001],
] as const) {
  check('webhook.escrow-refunded-amount', what, async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant, { amount: 50_000 });
    await refunded(merchant, escrow, body);

    const event = await merchant.webhooks.given('escrow.refunded', escrow.reference);

    expect(of(event, 'amountMinor')).toBe(amount);
  });
}

check('webhook.escrow-cancelled', 'it is sent when the merchant cancelled', async ({ merchant }) => {
  const escrow = await merchant.escrow();
  await cancelled(merchant, escrow);

  await merchant.webhooks.arrives('escrow.cancelled', escrow.reference);
});

check('webhook.escrow-cancelled-on-expiry', 'it is sent after 24 hours', async ({ merchant, time }) => {
  const escrow = await merchant.escrow();
  await time.wait(24 * 3_600, 'the escrow expires');

  await merchant.webhooks.arrives('escrow.cancelled', escrow.reference);
});

check('webhook.escrow-payload', 'escrow.cancelled has reference, amountMinor and currency', async (context) => {
  const { merchant, data } = context;
  const amount = data.faker.number.int({ min: 100_000, max: 900_000 });
  const escrow = await merchant.escrow({ amount });
  await cancelled(merchant, escrow);

  // Searched also by id, so that an event with a wrong reference is still found.
  const found = await delivery(context, `an escrow.cancelled for ${escrow.reference}`, {
    path: merchant.webhooks.path,
    event: 'escrow.cancelled',
    where: ({ body }) => names(body, escrow.reference, String(escrow.id), String(amount)),
  });

  expectEscrowFields(found, escrow);
});

for (const [event, act] of [
  ['escrow.funded', async () => {}],
  ['escrow.released', released],
  ['escrow.refunded', (merchant, escrow) => refunded(merchant, escrow, {})],
] as const satisfies [EventKind, (merchant: Merchant, escrow: Created) => Promise<void>][]) {
  check(
    'webhook.escrow-payload',
    `${event} has reference, amountMinor and currency`,
    async ({ merchant, buyer }) => {
      const escrow = await buyer.funded(merchant);
      await act(merchant, escrow);

      expectEscrowFields(await merchant.webhooks.given(event, escrow.reference), escrow);
    },
    { needs: ['escrow-buyer'] },
  );
}

observation('webhook.escrow-event-fields', async ({ merchant, buyer }) => {
  const funded = await buyer.funded(merchant, { amount: 50_000 });
  const unpaid = await merchant.escrow({ amount: 50_000 });
  await cancelled(merchant, unpaid);
  const events = [
    await merchant.webhooks.given('escrow.funded', funded.reference),
    await merchant.webhooks.given('escrow.cancelled', unpaid.reference),
    ...(await buyer.disputes(merchant, funded).then(
      async () => [await merchant.webhooks.given('escrow.disputed', funded.reference)],
      () => [],
    )),
  ];
  const usual = ['id', 'event', 'reference', 'amountMinor', 'currency', 'occurredAt'];
  return events
    .map(({ payload }) => {
      const more = Object.keys(payload).filter((name) => !usual.includes(name));
      return `${payload.event} of 50000: amountMinor ${payload.amountMinor}, more fields: ${more.join(', ') || 'none'}`;
    })
    .join('; ');
});

function expectEscrowFields(event: object, { reference }: Created): void {
  expect(of(event)).toMatchObject({ reference, currency: 'NGN' });
  expect(of(event, 'amountMinor')).toBeA('integer');
}

async function released(merchant: Merchant, escrow: Created): Promise<void> {
  must(await merchant.api.releaseEscrow(escrow.reference), 'released');
}

async function refunded(merchant: Merchant, escrow: Created, body: { amount?: number }): Promise<void> {
  must(await merchant.api.refundEscrow(escrow.reference, body), 'refunded');
}

async function cancelled(merchant: Merchant, escrow: Created): Promise<void> {
  must(await merchant.api.cancelEscrow(escrow.reference), 'cancelled');
}

function must(exchange: Parameters<typeof summary>[0], what: string): void {
  if (exchange.status >= 300) throw new Blocked(`the escrow should have been ${what}: ${summary(exchange)}`);
}
