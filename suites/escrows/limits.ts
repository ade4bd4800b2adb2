import { expect, requirement } from '../../lib/harness/index.ts';

requirement('escrow.amount-smallest', '10,000 kobo are accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ amount: 10_000 })).toHaveStatus(201);
});

requirement('escrow.amount-too-small', '9,999 kobo are refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ amount: 9_999 })).toBeRefusedWith(400, 'invalid_request');
});

requirement('escrow.auto-release-shortest', '1 hour is accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ autoReleaseHours: 1 })).toHaveStatus(201);
});

for (const [what, autoReleaseHours] of [
  ['no hour at all is', 0],
  ['one hour and a half is', 1.5],
  ['digits in a string are', '72'],
] as const) {
  requirement('escrow.auto-release-too-short', `${what} refused`, async ({ merchant }) => {
    expect(await merchant.createEscrow({ autoReleaseHours })).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('escrow.auto-release-longest', '720 hours are accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ autoReleaseHours: 720 })).toHaveStatus(201);
});

requirement('escrow.auto-release-too-long', '721 hours are refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ autoReleaseHours: 721 })).toBeRefusedWith(400, 'invalid_request');
});

// {"note":"..."} puts 11 bytes around the text of a metadata object.
for (const [what, fields] of [
  ['a description of 255 letters', { description: 'd'.repeat(255) }],
  ['a description of 255 letters beyond ASCII', { description: 'ọ'.repeat(255) }],
  ['metadata of 4,000 bytes', { metadata: { note: 'm'.repeat(4_000 - 11) } }],
  ['an http returnUrl', { returnUrl: 'http://shop.example.com/return' }],
] as const) {
  requirement('escrow.shared-fields-largest', `${what} is accepted`, async ({ merchant }) => {
    expect(await merchant.createEscrow(fields)).toHaveStatus(201);
  });
}

requirement('escrow.shared-fields-too-large', 'a description of 256 letters is refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ description: 'd'.repeat(256) })).toBeRefusedWith(400, 'invalid_request');
});

requirement('escrow.shared-fields-too-large', 'a value of 5,000 letters in metadata is refused', async (given) => {
  const refusal = await given.merchant.createEscrow({ metadata: { note: 'm'.repeat(5_000) } });

  expect(refusal).toBeRefusedWith(400, 'invalid_request');
});
