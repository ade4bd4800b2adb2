import {
  Blocked,
  check,
  difference,
  distinct,
  expect,
  header,
  instantInSeconds,
  NotExercised,
  of,
  part,
  signatures,
  timestamp,
} from '../../../lib/interface/index.ts';
import { announcedBy } from '../events/announced.ts';
import { LATEST_FIRST } from '../retries/timing.ts';
import { delivery, names } from '../support.ts';

check('webhook.request', 'the event of a payout is a POST of a JSON object', async (context) => {
  const { merchant } = context;
  const { reference } = await merchant.payout();

  const request = await delivery(context, `a request with ${reference} in it`, {
    path: merchant.webhooks.path,
    where: ({ body }) => names(body, reference),
  });

  expect(part(request, 'method')).toBe('POST');
  expect(header(request, 'content-type')).toMatch(/^application\/json\s*(;|$)/i);
  expect(of(request), 'the body as JSON').toBeA('object');
});

check('webhook.signature', 'the event of a payout carries it', async ({ merchant }) => {
  const payout = await merchant.payout();

  const event = await merchant.webhooks.any('payout.succeeded', payout.reference);

  expect(signatures(event)[0], event.verification.problems.join('; ')).toBe('valid');
});

check('webhook.signature-v2', 'the event of a payout carries it', async ({ merchant }) => {
  const payout = await merchant.payout();

  const event = await merchant.webhooks.any('payout.succeeded', payout.reference);

  expect(signatures(event)[1], event.verification.problems.join('; ')).toBe('valid');
});

check('webhook.timestamp', 'it is no earlier than the payout and at most some minutes later', async (context) => {
  const { merchant } = context;
  const payout = await merchant.payout();
  const event = await merchant.webhooks.given('payout.succeeded', payout.reference);
  const createdAt = instantInSeconds(of(await merchant.get(payout), 'createdAt'));
  if (createdAt.value === undefined) throw new Blocked('the payout does not say when it was created');

  expect(header(event, 'x-service-timestamp')).toMatch(/^[0-9]+$/);
  const later = difference(timestamp(event), createdAt);
  // One second more, because timestamps are in whole seconds.
  expect(later, 'seconds after the payout').toBeGreaterThanOrEqual(-2);
  // When a first attempt is made is not shown; this is enough to tell another unit or time zone.
  expect(later, 'seconds after the payout').toBeLessThanOrEqual(LATEST_FIRST + 120);
});

for (const holderName of [
  'Adébáyọ̀ Ñandú-Öztürk',
  'Zoë "Zo" O\'Neill / Søn & Co',
  '李 小龙 😀 <Straße>',
  'Ade\u0301ba\u0301yo Nn\u0303andu',
]) {
  check('webhook.signature-over-raw-bytes', `a link of ${holderName}`, async ({ merchant, wallets }) => {
    const wallet = await wallets.make({ holderName }).catch((error: unknown) => {
      // What a holder's name may be is not shown.
      if (error instanceof Blocked) throw new NotExercised(error.message);
      throw error;
    });
    const link = await wallets.approvedLink(merchant, wallet);

    const event = await merchant.webhooks.any('wallet.link.approved', link.linkId);

    expect(signatures(event), event.verification.problems.join('; ')).toEqual(['valid', 'valid']);
  });
}

check('webhook.payload-id', 'the events of two payouts that succeed and one that fails have three', async (context) => {
  const { merchant } = context;
  const failing = { recipient: { accountNumber: '0000000000' } };
  const [one, two, three] = [await merchant.payout(), await merchant.payout(), await merchant.payout(failing)];
  const events = [
    await merchant.webhooks.given('payout.succeeded', one.reference),
    await merchant.webhooks.given('payout.succeeded', two.reference),
    await merchant.webhooks.given('payout.failed', three.reference),
  ];
  const ids = events.map((event) => of(event, 'id'));

  for (const id of ids) expect(id).toMatch(/./);
  expect(distinct(ids), `different ids among ${ids.map(({ value }) => value).join(', ')}`).toBe(3);
});

check(
  'webhook.payload-id',
  'two events of one escrow have two',
  async ({ merchant, buyer }) => {
    const escrow = await buyer.funded(merchant);
    await merchant.api.releaseEscrow(escrow.reference);
    const funded = await merchant.webhooks.given('escrow.funded', escrow.reference);
    const released = await merchant.webhooks.given('escrow.released', escrow.reference);

    expect(of(released, 'id')).not.toBe(of(funded, 'id'));
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
  check(
    'webhook.payload-fields',
    `${kind} has them`,
    async (context) => {
      const { event } = await announcedBy[kind](context);

      expect(of(event, 'amountMinor'), 'amountMinor').toBeA('integer');
      expect(of(event, 'currency')).toBe('NGN');
      expect(of(event, 'occurredAt')).toBeDateTime();
    },
    { needs },
  );
}
