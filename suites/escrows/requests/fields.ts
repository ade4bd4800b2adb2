import { type Body, check, checks, expect } from '../../../lib/interface/index.ts';
import { otherThanObject, otherThanText, spelledAsPaths } from '../../support/requests/refusals.ts';
import { feeTaker } from '../money/money.ts';

// Requests with one wrong value each; the first row of each table is the one most likely to be accepted by mistake.

const lacking: readonly (readonly [string, Body])[] = [
  ['seller.walletId', { seller: { walletId: undefined } }],
  ['reference', { reference: undefined }],
  ['amount', { amount: undefined }],
  ['currency', { currency: undefined }],
  ['seller', { seller: undefined }],
  ...spelledAsPaths('seller', { walletId: '0000000001' }).map(
    ({ what, fields }) => [what.replace(/^no /, ''), fields] as const,
  ),
];

for (const [what, fields] of lacking) {
  check(
    'escrow.required-fields',
    `an escrow without ${what} is refused`,
    async ({ merchant }) => {
      expect(await merchant.createEscrow(fields)).toBeRefusedWith(400, 'invalid_request');
    },
    { alsoInLive: what === 'reference' },
  );
}

checks(
  'escrow.field-types',
  [
    ...otherThanText('seller.walletId', '0000000001', 7_123_456_789),
    ...otherThanText('buyer.email', 'ada@example.com'),
    ...otherThanText('currency', 'NGN', 566),
    ...otherThanText('conditions', 'Delivered whole'),
    ...otherThanText('description', 'Rice'),
    ...otherThanText('returnUrl', 'https://shop.example.com/return'),
    ...otherThanObject('seller', { walletId: '0000000001' }),
    ...otherThanObject('buyer', { email: 'ada@example.com' }),
    ...otherThanObject('metadata', { order: 'A-17' }),
  ],
  ({ what }) => `${what} is refused`,
  async ({ merchant }, { fields }) => {
    expect(await merchant.createEscrow(fields)).toBeRefusedWith(400, 'invalid_request');
  },
  ({ what }) => ({ drawn: 1.5, alsoInLive: what.includes('metadata') && what.includes('list of one') }),
);

const noTexts: readonly (readonly [string, (right: string) => unknown])[] = [
  ['a number', () => 1_234_567_890],
  ['true', () => true],
  ['a list with the right text', (right) => [right]],
  ['an object with the right text', (right) => ({ value: right })],
];

checks(
  'escrow.field-types',
  noTexts,
  ([what]) => `${what} as reference is refused`,
  async ({ merchant, data }, [what, wrong]) => {
    // A number may be accepted as text: then it must not be one that was used before.
    const number = data.faker.number.int({ min: 1_000_000_000 });
    const reference = what === 'a number' ? number : wrong(data.reference('esc'));

    expect(await merchant.createEscrow({ reference })).toBeRefusedWith(400, 'invalid_request');
  },
  ([what]) => ({ alsoInLive: what === 'a number' }),
);

checks(
  'escrow.field-types',
  [
    ['a list with the escrow in it', (text: string) => `[${text}]`],
    ['a text', () => '"escrow"'],
    ['a number', () => '50000'],
    ['null', () => 'null'],
  ] as const,
  ([what]) => `${what} as the whole body is refused`,
  async ({ merchant, data }, [, bodyOf]) => {
    const escrow = {
      reference: data.reference('esc'),
      amount: 50_000,
      currency: 'NGN',
      seller: { walletId: '0000000001' },
    };
    const rawBody = bodyOf(JSON.stringify(escrow));

    expect(await merchant.api.createEscrow({}, { rawBody })).toBeRefusedWith(400, 'invalid_request');
  },
);

/** Values near an integer that are not integers. */
const noIntegers: readonly (readonly [string, (around: number) => unknown])[] = [
  ['digits in a string', (around) => String(around)],
  ['a fraction', (around) => around + 0.5],
  ['an exponent that makes a fraction', (around) => around + 1e-7],
  ['true', () => true],
  ['a list with an integer', (around) => [around]],
  ['an object', (around) => ({ value: around })],
];

for (const [id, name, around] of [
  ['escrow.amount-integer', 'amount', 10_000],
  ['escrow.fee-integer', 'feeAmount', 1_500],
  ['escrow.auto-release-integer', 'autoReleaseHours', 48],
] as const) {
  checks(
    id,
    noIntegers,
    ([what]) => `${what} as ${name} is refused`,
    async (context, [, wrong]) => {
      const isFee = name === 'feeAmount';
      const { merchant, feeWalletId } = isFee
        ? await feeTaker(context)
        : { merchant: context.merchant, feeWalletId: undefined };
      const refusal = await merchant.createEscrow({ [name]: wrong(around), feeWalletId });

      expect(refusal).toBeRefusedWith(400, 'invalid_request');
    },
    ([what]) => ({ alsoInLive: name !== 'feeAmount' && what === 'digits in a string' }),
  );
}

check('escrow.amount-integer', 'null as amount is refused', async ({ merchant }) => {
  expect(await merchant.createEscrow({ amount: null })).toBeRefusedWith(400, 'invalid_request');
});

checks(
  'escrow.currency-only-ngn',
  ['USD', 'ngn', 'GHS', '', '566', 'NGN '],
  (currency) => `an escrow in ${JSON.stringify(currency)} is refused`,
  async ({ merchant }, currency) => {
    expect(await merchant.createEscrow({ currency })).toBeRefusedWith(400, 'invalid_request');
  },
  { alsoInLive: true },
);

checks(
  'escrow.fee-wallet-types',
  noTexts,
  ([what]) => `${what} as feeWalletId is refused`,
  async (context, [, wrong]) => {
    const { merchant, feeWalletId: right } = await feeTaker(context);
    const feeWalletId = wrong(right);

    expect(await merchant.createEscrow({ feeAmount: 1_500, feeWalletId })).toBeRefusedWith(400, 'invalid_request');
  },
);

checks(
  'escrow.fee-wallet-required',
  [
    ['without feeWalletId', {}],
    ['with null as feeWalletId', { feeWalletId: null }],
  ] as const,
  ([what]) => `a fee ${what} is refused`,
  async ({ merchant }, [, fields]) => {
    expect(await merchant.createEscrow({ feeAmount: 1_500, ...fields })).toBeRefusedWith(400, 'invalid_request');
  },
  { alsoInLive: true },
);

check('escrow.fee-wallet-required', 'a fee without feeWalletId is refused, also after one with it', async (context) => {
  const { merchant } = await feeTaker(context);

  expect(await merchant.createEscrow({ feeAmount: 1_500 })).toBeRefusedWith(400, 'invalid_request');
});

checks(
  'escrow.return-url-malformed',
  ['back to the shop', 'shop.example.com/return', 'https://back to the shop', '/return'],
  (returnUrl) => `${JSON.stringify(returnUrl)} as returnUrl is refused`,
  async ({ merchant }, returnUrl) => {
    expect(await merchant.createEscrow({ returnUrl })).toBeRefusedWith(400, 'invalid_request');
  },
  { alsoInLive: true },
);
