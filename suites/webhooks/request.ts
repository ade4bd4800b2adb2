import { Blocked, expect, field, parseInstant, requirement } from '../../lib/harness/index.ts';
import { announcedBy, delivery } from './support.ts';

requirement('webhook.request', 'the event of a payout is a POST of a JSON object', async (given) => {
  const { merchant } = given;
  const { reference } = await merchant.payout();

  const request = await delivery(given, `a request with ${reference} in it`, {
    path: merchant.access.hookPath,
    where: ({ body }) => body.includes(reference),
  });

  expect(request.method).toBe('POST');
  expect(request.headers['content-type']).toMatch(/^application\/json\s*(;|$)/i);
  expect(request.json, 'the body as JSON').toBeTypeOf('object');
  expect(Array.isArray(request.json), 'the body is an array').toBe(false);
});

requirement('webhook.signature', 'the event of a payout carries it', async ({ merchant }) => {
  const payout = await merchant.payout();

  const { verification } = await merchant.webhooks.any('payout.succeeded', payout.reference);

  expect(verification.v1, verification.problems.join('; ')).toBe('valid');
});

requirement('webhook.signature-v2', 'the event of a payout carries it', async ({ merchant }) => {
  const payout = await merchant.payout();

  const { verification } = await merchant.webhooks.any('payout.succeeded', payout.reference);

  expect(verification.v2, verification.problems.join('; ')).toBe('valid');
});

requirement('webhook.timestamp', 'it is no earlier than the payout and at most 2 minutes later', async (given) => {
  const { merchant } = given;
  const payout = await merchant.payout();
  const { delivery, verification } = await merchant.webhooks.given('payout.succeeded', payout.reference);
  const createdAt = parseInstant(String(field((await merchant.get(payout)).json, 'createdAt')));
  if (createdAt === undefined) throw new Blocked('the payout does not say when it was created');

  expect(delivery.headers['x-service-timestamp']).toMatch(/^[0-9]+$/);
  // A second for the fraction that whole seconds leave out.
  expect(verification.timestamp).toBeGreaterThanOrEqual(createdAt / 1_000 - 2);
  expect(verification.timestamp).toBeLessThanOrEqual(createdAt / 1_000 + 120);
});

for (const holderName of [
  'Adébáyọ̀ Ñandú-Öztürk',
  'Zoë "Zo" O\'Neill / Søn & Co',
  '李 小龙 😀 <Straße>',
  'Ade\u0301ba\u0301yo Nn\u0303andu',
]) {
  requirement('webhook.signature-over-raw-bytes', `a link of ${holderName}`, async ({ merchant, wallets }) => {
    const link = await wallets.approvedLink(merchant, await wallets.make({ holderName }));

    const { verification } = await merchant.webhooks.any('wallet.link.approved', link.linkId);

    expect([verification.v1, verification.v2], verification.problems.join('; ')).toEqual(['valid', 'valid']);
  });
}

requirement(
  'webhook.payload-id',
  'the events of two payouts that succeed and one that fails have three',
  async (given) => {
    const { merchant } = given;
    const failing = { recipient: { accountNumber: '0000000000' } };
    const [one, two, three] = [await merchant.payout(), await merchant.payout(), await merchant.payout(failing)];
    const events = [
      await merchant.webhooks.given('payout.succeeded', one.reference),
      await merchant.webhooks.given('payout.succeeded', two.reference),
      await merchant.webhooks.given('payout.failed', three.reference),
    ];
    const ids = events.map(({ payload }) => payload.id);

    for (const id of ids) expect(id).toEqual(expect.stringMatching(/./));
    expect(new Set(ids).size, `different ids among ${ids.join(', ')}`).toBe(3);
  },
);

requirement(
  'webhook.payload-id',
  'two events of one escrow have two',
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant);
    await merchant.api.releaseEscrow(escrow.reference);
    const funded = await merchant.webhooks.given('escrow.funded', escrow.reference);
    const released = await merchant.webhooks.given('escrow.released', escrow.reference);

    expect(released.payload.id).not.toBe(funded.payload.id);
  },
  { needs: ['escrow-buyer'] },
);

for (const [kind, needs] of [
  ['payout.succeeded', []],
  ['payout.failed', []],
  ['payment.succeeded', ['buyer']],
  ['payment.failed', ['payment-failure']],
  ['refund.succeeded', ['buyer']],
  ['refund.failed', ['buyer']],
] as const) {
  requirement(
    'webhook.payload-fields',
    `${kind} has them`,
    async (given) => {
      const { payload } = (await announcedBy[kind](given)).event;

      expect(Number.isInteger(payload.amountMinor), `amountMinor is an integer: ${payload.amountMinor}`).toBe(true);
      expect(payload.currency).toBe('NGN');
      expect(payload.occurredAt).toBeDateTime();
    },
    { needs },
  );
}
