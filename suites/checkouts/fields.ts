import { expect, requirement } from '../../lib/harness/index.ts';

for (const amount of [1000.5, '5000', null]) {
  requirement('checkout.amount-integer', `${JSON.stringify(amount)} is refused`, async ({ merchant }) => {
    expect(await merchant.createCheckout({ amount })).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('checkout.amount-smallest', '100 kobo are accepted', async ({ merchant }) => {
  expect(await merchant.createCheckout({ amount: 100 })).toHaveStatus(201);
});

requirement('checkout.amount-too-small', '99 kobo are refused', async ({ merchant }) => {
  expect(await merchant.createCheckout({ amount: 99 })).toBeRefusedWith(400, 'invalid_request');
});

requirement('checkout.amount-too-small', 'less than nothing is refused', async ({ merchant }) => {
  expect(await merchant.createCheckout({ amount: -5_000 })).toBeRefusedWith(400, 'invalid_request');
});

requirement('checkout.amount-largest', '2,000,000,000 kobo are accepted', async ({ merchant }) => {
  expect(await merchant.createCheckout({ amount: 2_000_000_000 })).toHaveStatus(201);
});

requirement('checkout.amount-too-large', '2,000,000,001 kobo are refused', async ({ merchant }) => {
  expect(await merchant.createCheckout({ amount: 2_000_000_001 })).toBeRefusedWith(400, 'invalid_request');
});

for (const currency of ['USD', 'ngn']) {
  requirement('checkout.currency-only-ngn', `${currency} is refused`, async ({ merchant }) => {
    expect(await merchant.createCheckout({ currency })).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('checkout.email-malformed', 'text without an @ is refused', async ({ merchant }) => {
  const answer = await merchant.createCheckout({ customer: { email: 'ada.example.com' } });

  expect(answer).toBeRefusedWith(400, 'invalid_request');
});

requirement('checkout.return-url-malformed', 'plain words are refused', async ({ merchant }) => {
  const answer = await merchant.createCheckout({ returnUrl: 'back to the shop' });

  expect(answer).toBeRefusedWith(400, 'invalid_request');
});

requirement('checkout.return-url-http-in-sandbox', 'an http address is accepted', async ({ merchant }) => {
  expect(await merchant.createCheckout({ returnUrl: 'http://shop.example.com/return' })).toHaveStatus(201);
});

requirement('checkout.description-longest', '255 ASCII characters are accepted', async ({ merchant }) => {
  expect(await merchant.createCheckout({ description: 'd'.repeat(255) })).toHaveStatus(201);
});

requirement('checkout.description-longest', '255 characters of two bytes each are accepted', async ({ merchant }) => {
  expect(await merchant.createCheckout({ description: 'é'.repeat(255) })).toHaveStatus(201);
});

requirement('checkout.description-too-long', '256 characters are refused', async ({ merchant }) => {
  expect(await merchant.createCheckout({ description: 'd'.repeat(256) })).toBeRefusedWith(400, 'invalid_request');
});
