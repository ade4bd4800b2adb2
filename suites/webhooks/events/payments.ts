import { check, checks, expect, observation, of } from '../../../lib/interface/index.ts';
import { delivery } from '../support.ts';
import { announcedBy } from './announced.ts';

check('webhook.payment-succeeded', 'it is sent for a checkout that was paid', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant);

  await merchant.webhooks.arrives('payment.succeeded', payment.reference);
});

checks(
  'webhook.payload-reference',
  ['.', '_', ':', '-', ':a.B_c-9', 'x'.repeat(100)],
  (end) => `payment.succeeded for a reference that ends with ${end.slice(0, 10)}, of up to 100 characters`,
  async ({ merchant, buyer, data }, end) => {
    const own = data.reference('CHK');
    const payment = await buyer.paid(merchant, { reference: `${own}${end.slice(0, 100 - own.length)}` });

    await merchant.webhooks.arrives('payment.succeeded', payment.reference);
  },
  { needs: ['buyer'], drawn: 1 },
);

check('webhook.payment-succeeded-amount', 'a checkout of 7,421 was paid', async (context) => {
  const { event } = await announcedBy['payment.succeeded'](context);

  expect(of(event, 'amountMinor')).toBe(7_421);
});

check('webhook.payment-failed', 'it is sent for a payment that failed', async ({ merchant, buyer }) => {
  const checkout = await buyer.fails(merchant, await merchant.checkout());

  await merchant.webhooks.arrives('payment.failed', checkout.reference);
});

check('webhook.payment-failed-on-expiry', 'it is sent after 24 hours', async ({ merchant, time }) => {
  const checkout = await merchant.checkout();
  await time.wait(24 * 3_600, 'the checkout expires');

  await merchant.webhooks.arrives('payment.failed', checkout.reference);
});

check('webhook.refund-succeeded', 'it is sent for a refund that succeeded', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant));

  await merchant.webhooks.arrives('refund.succeeded', refund.reference);
});

check('webhook.refund-succeeded-amount', '2,345 of 9,000 were refunded', async (context) => {
  const { event } = await announcedBy['refund.succeeded'](context);

  expect(of(event, 'amountMinor')).toBe(2_345);
});

check('webhook.refund-succeeded-amount', 'a second refund tells its own amount', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 9_000 });
  await merchant.refundSettles(payment, { amount: 1_000 });
  const second = await merchant.refund(payment, { amount: 2_345 });

  const event = await merchant.webhooks.given('refund.succeeded', second.reference);

  expect(of(event, 'amountMinor')).toBe(2_345);
});

check('webhook.refund-failed', 'it is sent for a refund that failed', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' });

  await merchant.webhooks.arrives('refund.failed', refund.reference);
});

check('webhook.payout-succeeded', 'it is sent for a payout that succeeded', async ({ merchant }) => {
  const payout = await merchant.payout();

  await merchant.webhooks.arrives('payout.succeeded', payout.reference);
});

check('webhook.payout-succeeded-amount', '12,345 were paid out', async (context) => {
  const { event } = await announcedBy['payout.succeeded'](context);

  expect(of(event, 'amountMinor')).toBe(12_345);
});

check('webhook.payout-failed', 'it is sent for a payout that failed', async ({ merchant }) => {
  const payout = await merchant.payout({ recipient: { accountNumber: '0000000000' } });

  await merchant.webhooks.arrives('payout.failed', payout.reference);
});

check('webhook.no-false-success', 'a payout fails', async ({ merchant }) => {
  const payout = await merchant.payout({ recipient: { accountNumber: '0000000000' } });
  await merchant.webhooks.given('payout.failed', payout.reference);

  expect(await merchant.webhooks.after(30, 'payout.succeeded', payout.reference)).toBeEmpty();
});

check(
  'webhook.no-false-success',
  'a refund fails',
  async ({ merchant, buyer }) => {
    const refund = await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' });
    await merchant.webhooks.given('refund.failed', refund.reference);

    expect(await merchant.webhooks.after(30, 'refund.succeeded', refund.reference)).toBeEmpty();
  },
  { needs: ['buyer'] },
);

check(
  'webhook.no-false-success',
  'a payment fails',
  async ({ merchant, buyer }) => {
    const checkout = await buyer.fails(merchant, await merchant.checkout());
    await merchant.webhooks.given('payment.failed', checkout.reference);

    expect(await merchant.webhooks.after(30, 'payment.succeeded', checkout.reference)).toBeEmpty();
  },
  { needs: ['payment-failure'] },
);

// Searched by kind and amount, so that an event with a wrong reference is still found.

for (const [event, reason] of [
  ['refund.succeeded', undefined],
  ['refund.failed', 'sandbox_fail'],
] as const) {
  check('webhook.payload-reference', `${event} has that of the refund`, async (context) => {
    const { merchant, buyer, data } = context;
    const amount = data.faker.number.int({ min: 100_000, max: 400_000 });
    const payment = await buyer.paid(merchant, { amount: 500_000 });
    const refund = await merchant.refund(payment, { amount, reason });

    const found = await delivery(context, `a ${event} of ${amount}`, {
      path: merchant.webhooks.path,
      event,
      where: (seen) => [refund.reference, payment.reference].includes(String(seen.reference)) || has(seen.json, amount),
    });

    expect(of(found)).toMatchObject({ reference: refund.reference });
  });
}

check('webhook.payload-reference', 'payout.succeeded has that of the payout', async (context) => {
  const { merchant, data } = context;
  const amount = data.faker.number.int({ min: 100_000, max: 400_000 });
  const payout = await merchant.payout({ amount });

  const found = await delivery(context, `a payout.succeeded of ${amount}`, {
    path: merchant.webhooks.path,
    event: 'payout.succeeded',
    where: (seen) => seen.reference === payout.reference || has(seen.json, amount),
  });

  expect(of(found)).toMatchObject({ reference: payout.reference });
});

observation(
  'webhook.failed-amount',
  async (context) => {
    const kinds = ['payment.failed', 'refund.failed', 'payout.failed'] as const;
    const seen: string[] = [];
    for (const kind of kinds) {
      const { event, resource } = await announcedBy[kind](context);
      seen.push(`${kind} of ${resource.amount}: ${event.payload.amountMinor}`);
    }
    return seen.join('; ');
  },
  { needs: ['payment-failure'] },
);

function has(json: unknown, amountMinor: number): boolean {
  return typeof json === 'object' && json !== null && 'amountMinor' in json && json.amountMinor === amountMinor;
}
