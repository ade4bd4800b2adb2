import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, objectOf } from '../../events.ts';

// "Resources and their fields", the columns Type, Required and Rules. A value that some reading permits (null for an
// optional field, an unusual form of address) is no fault here.

export interface FieldRule {
  readonly requirement: RequirementId;
  /** What the value must be. */
  readonly rule: string;
  breaks(value: unknown, request: Exchange): boolean;
}

export interface Field {
  /** `customer.email`. */
  readonly path: string;
  /** Fails if the field is missing; null: the field is optional, and whether null counts as left out is not shown. */
  readonly required: RequirementId | null;
  readonly rules: readonly FieldRule[];
}

const text = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'a string',
  breaks: (value) => typeof value !== 'string',
});

const object = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'an object',
  breaks: (value) => objectOf(value) === null,
});

/** As read from JSON: 5000.0 is an integer, however it is spelled. */
const integer = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'an integer',
  breaks: (value) => !Number.isInteger(value),
});

const atLeast = (requirement: RequirementId, min: number): FieldRule => ({
  requirement,
  rule: `at least ${min.toLocaleString('en')}`,
  breaks: (value) => Number(value) < min,
});

const atMost = (requirement: RequirementId, max: number): FieldRule => ({
  requirement,
  rule: `at most ${max.toLocaleString('en')}`,
  breaks: (value) => Number(value) > max,
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Too long in UTF-16 units and in graphemes, so however characters are counted. */
const maxCharacters = (requirement: RequirementId, max: number): FieldRule => ({
  requirement,
  rule: `at most ${max} characters long`,
  breaks: (value) => String(value).length > max && [...graphemes.segment(String(value))].length > max,
});

const form = (requirement: RequirementId, pattern: RegExp, rule: string): FieldRule => ({
  requirement,
  rule,
  breaks: (value) => !pattern.test(String(value)),
});

const onlyNaira = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: '`NGN`, and nothing else',
  breaks: (value) => value !== 'NGN',
});

/** "string (email)": fails for what no reading takes for one address. Some accept a name before the address. */
const address = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'an e-mail address',
  breaks: (value) =>
    !/[<"]/.test(String(value)) && (!/^[^\s@,]+@[^\s@,]+$/.test(String(value)) || /@.*\.\./.test(String(value))),
});

/** "string (URI)". */
const uri = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'a URI with a scheme',
  breaks: (value) => !/^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(String(value)),
});

/** "Must be https in live". */
const secure = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'https in live',
  breaks: (value, { environment }) => environment === 'live' && !/^https:/i.test(String(value)),
});

/** "Up to 4 KB", in whatever way that is counted. */
const small = (requirement: RequirementId): FieldRule => ({
  requirement,
  rule: 'up to 4 KB',
  breaks: (value) => JSON.stringify(value).length >= 5_000,
});

export const bodyTables: Readonly<Record<string, readonly Field[]>> = {
  checkouts: [
    {
      path: 'reference',
      required: 'checkout.required-fields',
      rules: [
        text('checkout.field-types'),
        maxCharacters('checkout.reference-too-long', 100),
        // Whether letters of all scripts are allowed is not shown.
        form(
          'checkout.reference-forbidden-characters',
          /^[\p{L}\p{M}\p{N}._:-]*$/u,
          'of letters, digits, `.`, `_`, `:`, `-`',
        ),
      ],
    },
    {
      path: 'amount',
      required: 'checkout.required-fields',
      rules: [
        integer('checkout.amount-integer'),
        atLeast('checkout.amount-too-small', 100),
        atMost('checkout.amount-too-large', 2_000_000_000),
      ],
    },
    { path: 'currency', required: 'checkout.required-fields', rules: [onlyNaira('checkout.currency-only-ngn')] },
    { path: 'customer', required: 'checkout.required-fields', rules: [object('checkout.field-types')] },
    {
      path: 'customer.email',
      required: 'checkout.required-fields',
      rules: [text('checkout.field-types'), address('checkout.email-malformed')],
    },
    {
      path: 'returnUrl',
      required: 'checkout.required-fields',
      rules: [
        text('checkout.field-types'),
        uri('checkout.return-url-malformed'),
        secure('environment.live-return-url-https'),
      ],
    },
    {
      path: 'description',
      required: null,
      rules: [text('checkout.field-types'), maxCharacters('checkout.description-too-long', 255)],
    },
    {
      path: 'metadata',
      required: null,
      rules: [object('checkout.field-types'), small('checkout.metadata-too-large')],
    },
  ],
  refunds: [
    { path: 'reference', required: 'refund.required-fields', rules: [text('refund.field-types')] },
    { path: 'paymentReference', required: 'refund.required-fields', rules: [text('refund.field-types')] },
    {
      path: 'amount',
      required: 'refund.required-fields',
      rules: [integer('refund.amount-integer'), atLeast('refund.amount-too-small', 1)],
    },
    {
      path: 'reason',
      required: null,
      rules: [text('refund.field-types'), maxCharacters('refund.reason-too-long', 255)],
    },
  ],
  payouts: [
    { path: 'reference', required: 'payout.required-fields', rules: [text('payout.field-types')] },
    {
      path: 'amount',
      required: 'payout.required-fields',
      rules: [
        integer('payout.amount-integer'),
        atLeast('payout.amount-too-small', 10_000),
        atMost('payout.amount-too-large', 2_000_000_000),
      ],
    },
    { path: 'currency', required: 'payout.required-fields', rules: [onlyNaira('payout.currency-only-ngn')] },
    { path: 'recipient', required: 'payout.required-fields', rules: [object('payout.field-types')] },
    { path: 'recipient.bankName', required: 'payout.required-fields', rules: [text('payout.field-types')] },
    {
      path: 'recipient.accountNumber',
      required: 'payout.required-fields',
      rules: [
        text('payout.field-types'),
        form('payout.account-number-digits', /^.{10}$|^[0-9]*$/s, 'exactly 10 digits'),
        form('payout.account-number-too-short', /^.{10,}$/s, 'exactly 10 digits'),
        form('payout.account-number-too-long', /^.{0,10}$/s, 'exactly 10 digits'),
        form('payout.account-number-digits', /^[0-9]{10}$/, 'exactly 10 digits'),
      ],
    },
    { path: 'recipient.accountName', required: 'payout.required-fields', rules: [text('payout.field-types')] },
    {
      path: 'narration',
      required: null,
      rules: [text('payout.field-types'), maxCharacters('payout.narration-too-long', 100)],
    },
  ],
  escrows: [
    { path: 'reference', required: 'escrow.required-fields', rules: [text('escrow.field-types')] },
    {
      path: 'amount',
      required: 'escrow.required-fields',
      rules: [integer('escrow.amount-integer'), atLeast('escrow.amount-too-small', 10_000)],
    },
    { path: 'currency', required: 'escrow.required-fields', rules: [onlyNaira('escrow.currency-only-ngn')] },
    { path: 'seller', required: 'escrow.required-fields', rules: [object('escrow.field-types')] },
    { path: 'seller.walletId', required: 'escrow.required-fields', rules: [text('escrow.field-types')] },
    { path: 'buyer', required: null, rules: [object('escrow.field-types')] },
    { path: 'buyer.email', required: null, rules: [text('escrow.field-types')] },
    { path: 'feeAmount', required: null, rules: [integer('escrow.fee-integer')] },
    {
      path: 'autoReleaseHours',
      required: null,
      rules: [
        integer('escrow.auto-release-integer'),
        atLeast('escrow.auto-release-too-short', 1),
        atMost('escrow.auto-release-too-long', 720),
      ],
    },
    { path: 'conditions', required: null, rules: [text('escrow.field-types')] },
    {
      path: 'description',
      required: null,
      rules: [text('escrow.field-types'), maxCharacters('escrow.shared-fields-too-large', 255)],
    },
    {
      path: 'returnUrl',
      required: null,
      rules: [
        text('escrow.field-types'),
        uri('escrow.return-url-malformed'),
        secure('environment.live-escrow-return-url-https'),
      ],
    },
    {
      path: 'metadata',
      required: null,
      rules: [object('escrow.field-types'), small('escrow.shared-fields-too-large')],
    },
  ],
  'wallet-links': [
    { path: 'linkRef', required: 'wallet-link.required-fields', rules: [text('wallet-link.field-types')] },
    {
      path: 'walletId',
      required: 'wallet-link.required-fields',
      rules: [
        text('wallet-link.field-types'),
        form('wallet-link.wallet-id-digits', /^[0-9]{10}$/, 'a wallet id of 10 digits'),
      ],
    },
    { path: 'requesterName', required: 'wallet-link.required-fields', rules: [text('wallet-link.field-types')] },
    {
      path: 'expiresInMinutes',
      required: 'wallet-link.required-fields',
      rules: [
        integer('wallet-link.field-types'),
        atLeast('wallet-link.expiry-too-short', 5),
        atMost('wallet-link.expiry-too-long', 60),
      ],
    },
  ],
};

/** "`{ amount?: integer, reason?: string }`". An amount above the escrow's is judged by another rule. */
export const escrowRefund: readonly Field[] = [
  { path: 'amount', required: null, rules: [integer('escrow.refund-amount-integer')] },
  { path: 'reason', required: null, rules: [text('escrow.refund-reason-text')] },
];

/** `feeWalletId`: "required with feeAmount". Without a fee a service may ignore it. */
export const feeWallet: Field = {
  path: 'feeWalletId',
  required: 'escrow.fee-wallet-required',
  rules: [text('escrow.fee-wallet-types')],
};
