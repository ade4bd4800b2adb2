import { check, checks, created, derivation, expect, integersIn, of } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { largeMetadata, tooLargeMetadata } from '../../support/requests/large-metadata.ts';
import { signText, signTexts } from '../../support/requests/long-texts.ts';
import { expectTaken, inOneLine } from '../../support/requests/wordings.ts';
import { feeTaker } from '../money/money.ts';
import { mayBeTooLarge } from '../support.ts';

const integersOf = derivation('integers of an escrow', (json: unknown) => integersIn(json).map(([, value]) => value));

check('escrow.amount-smallest', '10,000 kobo are accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ amount: 10_000 })).toHaveStatus(201);
});

checks(
  'escrow.amount-too-small',
  [9_999, 0, -10_000, 1, -1],
  (amount) => `${amount} kobo are refused`,
  async ({ merchant }, amount) => {
    expect(await merchant.createEscrow({ amount })).toBeRefusedWith(400, 'invalid_request');
  },
);

// The largest checkout is 2,000,000,000, close to the 32-bit limit.
checks(
  'escrow.amount-stored',
  [10_001, 2_000_000_000, 2 ** 31, 2 ** 32 + 1],
  (amount) => `GET of an escrow of ${amount} kobo shows this amount`,
  async ({ merchant }, amount) => {
    const answer = await merchant.createEscrow({ amount });
    mayBeTooLarge(answer, amount);
    const record = await merchant.get(created('escrow', answer));

    expect(integersOf(of(record)), 'integers of the record').toContain(amount);
  },
  (amount) => ({ alsoInLive: amount === 10_001 }),
);

// GET gives "status, amounts and who has paid": the amount is that of the escrow, to whomever parts of it go, and whether or not it is paid.
checks(
  'escrow.amount-stored',
  [
    { amount: 20_011, feeAmount: 1_501, paid: false },
    { amount: 10_000, feeAmount: 9_999, paid: true },
  ],
  ({ amount, feeAmount, paid }) =>
    `GET of ${paid ? 'a paid' : 'an'} escrow of ${amount} kobo with a fee of ${feeAmount} shows this amount`,
  async (context, { amount, feeAmount, paid }) => {
    const { merchant, feeWalletId } = await feeTaker(context);
    const answer = await merchant.createEscrow({ amount, feeAmount, feeWalletId });
    // How large a fee may be is not shown.
    mayRefuse(answer, `no fee of ${feeAmount} of ${amount} kobo is taken`);
    const escrow = created('escrow', answer);
    if (paid) await context.buyer.funds(merchant, escrow);

    expect(integersOf(of(await merchant.get(escrow))), 'integers of the record').toContain(amount);
  },
  ({ paid }) => ({ needs: paid ? ['escrow-buyer'] : [] }),
);

check('escrow.auto-release-shortest', '1 hour is accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ autoReleaseHours: 1 })).toHaveStatus(201);
});

checks(
  'escrow.auto-release-too-short',
  [0, -1, -72, -720, 72 - 2 ** 32],
  (autoReleaseHours) => `${autoReleaseHours} hours are refused`,
  async ({ merchant }, autoReleaseHours) => {
    expect(await merchant.createEscrow({ autoReleaseHours })).toBeRefusedWith(400, 'invalid_request');
  },
);

check('escrow.auto-release-longest', '720 hours are accepted', async ({ merchant }) => {
  expect(await merchant.createEscrow({ autoReleaseHours: 720 })).toHaveStatus(201);
});

checks(
  'escrow.auto-release-too-long',
  // Also the hours of 31 and 32 days and of a year, 720 in other units, and what leaves 72 in 32 bits.
  [721, 744, 768, 1_440, 8_760, 43_200, 2_592_000, 2 ** 31, 2 ** 32 + 72],
  (autoReleaseHours) => `${autoReleaseHours} hours are refused`,
  async ({ merchant }, autoReleaseHours) => {
    expect(await merchant.createEscrow({ autoReleaseHours })).toBeRefusedWith(400, 'invalid_request');
  },
);

// {"note": "..."} adds 12 bytes to the text in a metadata object, counted with a blank as some libraries write it.
for (const [what, fields] of [
  ['a description of 255 letters', { description: 'd'.repeat(255) }],
  ['a description of 255 letters beyond ASCII', { description: 'ọ'.repeat(255) }],
  ['empty metadata', { metadata: {} }],
  ['metadata with lists, nulls and objects in objects', { metadata: { a: [1, null, { b: [true, 'ọ'] }], c: {} } }],
  ['metadata of 650 letters beyond ASCII', { metadata: { note: 'ọ'.repeat(650) } }],
  ['conditions beyond ASCII', { conditions: 'Àwọn ọjà ti dé, kò sí ohun tó fọ́' }],
  ['metadata of 4,000 bytes', { metadata: { note: 'm'.repeat(4_000 - 12) } }],
  [
    'each of them at its largest',
    {
      metadata: { note: 'm'.repeat(4_000 - 12) },
      description: 'ọ'.repeat(255),
      returnUrl: 'https://shop.example.com/r',
    },
  ],
  ['an http returnUrl', { returnUrl: 'http://shop.example.com/return' }],
] as const) {
  check(
    'escrow.shared-fields-largest',
    `${what} is accepted`,
    async ({ merchant }) => {
      expect(await merchant.createEscrow(fields)).toHaveStatus(201);
    },
    { alsoInLive: what === 'each of them at its largest' },
  );
}

checks(
  'escrow.shared-fields-largest',
  largeMetadata,
  ({ what }) => `metadata of just under 4,000 bytes of ${what} is accepted`,
  async ({ merchant }, { metadata }) => {
    expect(await merchant.createEscrow({ metadata })).toHaveStatus(201);
  },
  { drawn: 1 },
);

checks(
  'escrow.shared-fields-largest',
  signTexts,
  ({ what }) => `a description of 255 characters, ${what}, is accepted`,
  async ({ merchant }, row) => {
    const description = signText(255, row);
    expectTaken(await merchant.createEscrow({ description }), description);
  },
  { drawn: 1 },
);

checks(
  'escrow.shared-fields-too-large',
  ['d', 'ọ', '&', '"', '\n'],
  (letter) => `a description of 256 characters such as ${inOneLine(letter)} is refused`,
  async ({ merchant }, letter) => {
    expect(await merchant.createEscrow({ description: letter.repeat(256) })).toBeRefusedWith(400, 'invalid_request');
  },
  (letter) => ({ alsoInLive: letter === 'd' }),
);

checks(
  'escrow.shared-fields-too-large',
  tooLargeMetadata,
  ({ what }) => `${what} in metadata is refused`,
  async ({ merchant }, { metadata }) => {
    expect(await merchant.createEscrow({ metadata })).toBeRefusedWith(400, 'invalid_request');
  },
);
