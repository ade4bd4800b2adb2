import { expect, observation, of, requirement } from '../../lib/harness/index.ts';
import { announcedBy, delivery } from './support.ts';

requirement('webhook.payment-succeeded', 'it is sent for a checkout that was paid', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant);

  await merchant.webhooks.arrives('payment.succeeded', payment.reference);
});

requirement('webhook.payment-succeeded-amount', 'a checkout of 7,421 was paid', async (given) => {
  const { event } = await announcedBy['payment.succeeded'](given);

  expect(of(event, 'amountMinor')).toBe(7_421);
});

requirement('webhook.payment-failed', 'it is sent for a payment that failed', async ({ merchant, buyer }) => {
  const checkout = await buyer.fails(merchant, await merchant.checkout());

  await merchant.webhooks.arrives('payment.failed', checkout.reference);
});

requirement('webhook.payment-failed-on-expiry', 'it is sent after 24 hours', async ({ merchant, time }) => {
  const checkout = await merchant.checkout();
  await time.wait(24 * 3_600, 'the checkout expires');

  await merchant.webhooks.arrives('payment.failed', checkout.reference, 600);
});

requirement('webhook.refund-succeeded', 'it is sent for a refund that succeeded', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant));

  await merchant.webhooks.arrives('refund.succeeded', refund.reference, 120);
});

requirement('webhook.refund-succeeded-amount', '2,345 of 9,000 were refunded', async (given) => {
  const { event } = await announcedBy['refund.succeeded'](given);

  expect(of(event, 'amountMinor')).toBe(2_345);
});

requirement('webhook.refund-succeeded-amount', 'a second refund tells its own amount', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 9_000 });
  await merchant.refundSettles(payment, { amount: 1_000 });
  const second = await merchant.refund(payment, { amount: 2_345 });

  const event = await merchant.webhooks.given('refund.succeeded', second.reference, 120);

  expect(of(event, 'amountMinor')).toBe(2_345);
});

requirement('webhook.refund-failed', 'it is sent for a refund that failed', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' });

  await merchant.webhooks.arrives('refund.failed', refund.reference, 120);
});

requirement('webhook.payout-succeeded', 'it is sent for a payout that succeeded', async ({ merchant }) => {
  const payout = await merchant.payout();

  await merchant.webhooks.arrives('payout.succeeded', payout.reference, 120);
});

requirement('webhook.payout-succeeded-amount', '12,345 were paid out', async (given) => {
  const { event } = await announcedBy['payout.succeeded'](given);

  expect(of(event, 'amountMinor')).toBe(12_345);
});

requirement('webhook.payout-failed', 'it is sent for a payout that failed', async ({ merchant }) => {
  const payout = await merchant.payout({ recipient: { accountNumber: '0000000000' } });

  await merchant.webhooks.arrives('payout.failed', payout.reference, 120);
});

requirement('webhook.no-false-success', 'a payout fails', async ({ merchant }) => {
  const payout = await merchant.payout({ recipient: { accountNumber: '0000000000' } });
  await merchant.webhooks.given('payout.failed', payout.reference, 120);

  expect(await merchant.webhooks.after(30, 'payout.succeeded', payout.reference)).toBeEmpty();
});

requirement(
  'webhook.no-false-success',
  'a refund fails',
  async ({ merchant, buyer }) => {
    const refund = await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' });
    await merchant.webhooks.given('refund.failed', refund.reference, 120);

    expect(await merchant.webhooks.after(30, 'refund.succeeded', refund.reference)).toBeEmpty();
  },
  { needs: ['buyer'] },
);

requirement(
  'webhook.no-false-success',
  'a payment fails',
  async ({ merchant, buyer }) => {
    const checkout = await buyer.fails(merchant, await merchant.checkout());
    await merchant.webhooks.given('payment.failed', checkout.reference);

    expect(await merchant.webhooks.after(30, 'payment.succeeded', checkout.reference)).toBeEmpty();
  },
  { needs: ['payment-failure'] },
);

// Found by kind and by an amount of its own, so that a wrong reference is seen as one.

for (const [event, reason] of [
  ['refund.succeeded', undefined],
  ['refund.failed', 'sandbox_fail'],
] as const) {
  requirement('webhook.payload-reference', `${event} has that of the refund`, async (given) => {
    const { merchant, buyer, fresh } = given;
    const amount = fresh.faker.number.int({ min: 100_000, max: 400_000 });
    const payment = await buyer.paid(merchant, { amount: 500_000 });
    const refund = await merchant.refund(payment, { amount, reason });

    const found = await delivery(given, `a ${event} of ${amount}`, {
      path: merchant.access.hookPath,
      event,
      where: (seen) => [refund.reference, payment.reference].includes(String(seen.reference)) || has(seen.json, amount),
    });

    expect(of(found)).toMatchObject({ reference: refund.reference });
  });
}

requirement('webhook.payload-reference', 'payout.succeeded has that of the payout', async (given) => {
  const { merchant, fresh } = given;
  const amount = fresh.faker.number.int({ min: 100_000, max: 400_000 });
  const payout = await merchant.payout({ amount });

  const found = await delivery(given, `a payout.succeeded of ${amount}`, {
    path: merchant.access.hookPath,
    event: 'payout.succeeded',
    where: (seen) => seen.reference === payout.reference || has(seen.json, amount),
  });

  expect(of(found)).toMatchObject({ reference: payout.reference });
});

observation(
  'webhook.failed-amount',
  async (given) => {
    const kinds = ['payment.failed', 'refund.failed', 'payout.failed'] as const;
    const seen: string[] = [];
    for (const kind of kinds) {
      const { event, resource } = await announcedBy[kind](given);
      seen.push(`${kind} of ${resource.amount}: ${event.payload.amountMinor}`);
    }
    return seen.join('; ');
  },
  { needs: ['payment-failure'] },
);

function has(json: unknown, amountMinor: number): boolean {
  return typeof json === 'object' && json !== null && 'amountMinor' in json && json.amountMinor === amountMinor;
}
