import { expect, requirement } from '../../lib/harness/index.ts';

for (const [what, fields] of [
  ['reference', { reference: undefined }],
  ['amount', { amount: undefined }],
  ['currency', { currency: undefined }],
  ['seller', { seller: undefined }],
  ['seller.walletId', { seller: { walletId: undefined } }],
] as const) {
  requirement('escrow.required-fields', `an escrow without ${what} is refused`, async ({ merchant }) => {
    expect(await merchant.createEscrow(fields)).toBeRefusedWith(400, 'invalid_request');
  });
}

for (const [what, fields] of [
  ['currency', { currency: 566 }],
  ['seller.walletId', { seller: { walletId: 1_234_567_890 } }],
  ['buyer.email', { buyer: { email: 12_345 } }],
  ['conditions', { conditions: 12_345 }],
  ['description', { description: 12_345 }],
] as const) {
  requirement('escrow.field-types', `a number as ${what} is refused`, async ({ merchant }) => {
    expect(await merchant.createEscrow(fields)).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('escrow.field-types', 'a number as reference is refused', async ({ merchant, fresh }) => {
  const reference = fresh.faker.number.int({ min: 1_000_000_000 });

  expect(await merchant.createEscrow({ reference })).toBeRefusedWith(400, 'invalid_request');
});

requirement('escrow.field-types', 'text as metadata is refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ metadata: 'order 4711' })).toBeRefusedWith(400, 'invalid_request');
});

for (const [what, amount] of [
  ['a fraction', 10_000.5],
  ['digits in a string', '10000'],
  ['null', null],
] as const) {
  requirement('escrow.amount-integer', `${what} as amount is refused`, async ({ merchant }) => {
    expect(await merchant.createEscrow({ amount })).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('escrow.currency-only-ngn', 'an escrow in USD is refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ currency: 'USD' })).toBeRefusedWith(400, 'invalid_request');
});

for (const [what, feeAmount] of [
  ['a fraction', 1_500.5],
  ['digits in a string', '1500'],
] as const) {
  requirement('escrow.fee-integer', `${what} as feeAmount is refused`, async ({ merchant }) => {
    const refusal = await merchant.createEscrow({ feeAmount, feeWalletId: '0000000002' });

    expect(refusal).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('escrow.fee-wallet-required', 'a fee that nobody gets is refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ feeAmount: 1_500 })).toBeRefusedWith(400, 'invalid_request');
});

requirement('escrow.return-url-malformed', 'plain words as returnUrl are refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ returnUrl: 'back to the shop' })).toBeRefusedWith(400, 'invalid_request');
});
