/**
 * Mutants generated from the request tables: limits moved by one, required fields made optional, types not checked; and white space
 * that a program does not expect.
 */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../../interface/register/index.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { EndpointName, FieldRule, FormName } from '../../reference/rules/requests.ts';
import { field, functions, withoutField } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { before, coerces, fills, isAt } from '../steps.ts';

type Limit = 'min' | 'max' | 'maxLength';

interface LimitRow {
  readonly form: FormName;
  readonly field: string;
  readonly limit: Limit;
  readonly value: number;
  /** The requirement that breaks if the limit allows one less; `null`: the interface requires nothing there. */
  readonly tighter: RequirementId | null;
  /** The requirement that breaks if the limit allows one more. */
  readonly looser: RequirementId;
}

function limit(
  form: FormName,
  name: string,
  kind: Limit,
  value: number,
  tighter: RequirementId | null,
  looser: RequirementId,
): LimitRow {
  return { form, field: name, limit: kind, value, tighter, looser };
}

const rows: readonly LimitRow[] = [
  limit('checkout', 'amount', 'min', 100, 'checkout.amount-smallest', 'checkout.amount-too-small'),
  limit('checkout', 'amount', 'max', 2_000_000_000, 'checkout.amount-largest', 'checkout.amount-too-large'),
  limit('checkout', 'reference', 'maxLength', 100, 'checkout.reference-longest', 'checkout.reference-too-long'),
  limit('checkout', 'description', 'maxLength', 255, 'checkout.description-longest', 'checkout.description-too-long'),
  limit('refund', 'amount', 'min', 1, 'refund.amount-smallest', 'refund.amount-too-small'),
  limit('refund', 'reason', 'maxLength', 255, 'refund.reason-longest', 'refund.reason-too-long'),
  limit('payout', 'amount', 'min', 10_000, 'payout.amount-smallest', 'payout.amount-too-small'),
  limit('payout', 'amount', 'max', 2_000_000_000, 'payout.amount-largest', 'payout.amount-too-large'),
  limit('payout', 'narration', 'maxLength', 100, 'payout.narration-longest', 'payout.narration-too-long'),
  limit('escrow', 'amount', 'min', 10_000, 'escrow.amount-smallest', 'escrow.amount-too-small'),
  limit('escrow', 'description', 'maxLength', 255, 'escrow.shared-fields-largest', 'escrow.shared-fields-too-large'),
  limit('escrow', 'autoReleaseHours', 'min', 1, 'escrow.auto-release-shortest', 'escrow.auto-release-too-short'),
  limit('escrow', 'autoReleaseHours', 'max', 720, 'escrow.auto-release-longest', 'escrow.auto-release-too-long'),
  limit('walletLink', 'expiresInMinutes', 'min', 5, 'wallet-link.expiry-shortest', 'wallet-link.expiry-too-short'),
  limit('walletLink', 'expiresInMinutes', 'max', 60, 'wallet-link.expiry-longest', 'wallet-link.expiry-too-long'),
];

function moved({ form, field: name, limit: kind, value, tighter, looser }: LimitRow): Mutant[] {
  const set = (breaks: RequirementId, to: number) =>
    mutant(
      breaks,
      `${slug(form)}-${slug(name)}-${kind.toLowerCase()}-${to}`,
      `${kind} of ${name} in the ${form} request is ${to} in place of ${value}`,
      field(form, name, { [kind]: to } as Partial<FieldRule>),
    );
  const inward = kind === 'min' ? 1 : -1;
  return [...(tighter === null ? [] : [set(tighter, value + inward)]), set(looser, value - inward)];
}

const creates = {
  checkout: 'createCheckout',
  refund: 'createRefund',
  payout: 'createPayout',
  escrow: 'createEscrow',
  walletLink: 'createWalletLink',
} as const satisfies Partial<Record<FormName, EndpointName>>;

type Form = keyof typeof creates;

const chapters = {
  checkout: 'checkout',
  refund: 'refund',
  payout: 'payout',
  escrow: 'escrow',
  walletLink: 'wallet-link',
} as const satisfies Record<Form, string>;

const required: Readonly<Record<Form, readonly string[]>> = {
  checkout: ['reference', 'amount', 'currency', 'customer.email', 'returnUrl'],
  refund: ['reference', 'paymentReference', 'amount'],
  payout: ['reference', 'amount', 'currency', 'recipient.bankName', 'recipient.accountNumber', 'recipient.accountName'],
  escrow: ['reference', 'amount', 'currency', 'seller.walletId'],
  walletLink: ['linkRef', 'walletId', 'requesterName', 'expiresInMinutes'],
};

/** Values for missing fields, in a service that does not require them. */
const fallback: Readonly<Record<string, unknown>> = {
  reference: 'none',
  linkRef: 'none',
  amount: 50_000,
  currency: 'NGN',
  'customer.email': 'nobody@example.com',
  returnUrl: 'https://shop.example/',
  'recipient.bankName': 'Access Bank',
  'recipient.accountNumber': '0123456789',
  'recipient.accountName': 'Nobody',
  'seller.walletId': '0000000001',
  walletId: '0000000001',
  requesterName: 'A shop',
  expiresInMinutes: 30,
};

function notRequired(form: Form, name: string): Mutant {
  return mutant(
    `${chapters[form]}.required-fields`,
    `${slug(form)}-${slug(name)}-not-required`,
    `${name} may be missing in the ${form} request`,
    name in fallback ? fills(creates[form], name, fallback[name]) : field(form, name, { required: false }),
  );
}

const texts: Readonly<Record<Form, readonly string[]>> = {
  checkout: ['reference', 'currency', 'customer.email', 'returnUrl', 'description'],
  refund: ['reference', 'paymentReference', 'reason'],
  payout: [
    'reference',
    'currency',
    'narration',
    'recipient.bankName',
    'recipient.accountNumber',
    'recipient.accountName',
  ],
  escrow: ['reference', 'currency', 'seller.walletId', 'buyer.email', 'conditions', 'description'],
  walletLink: ['linkRef', 'walletId', 'requesterName'],
};

/** Some texts must have a certain form: a service that accepts a number there replaces it by a valid text. */
function textOf(name: string, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  if (/email|returnUrl|currency|bankName|walletId|accountNumber/.test(name)) return fallback[name] ?? 'a@example.com';
  return String(value);
}

function numberAsText(form: Form, name: string): Mutant {
  return mutant(
    `${chapters[form]}.field-types`,
    `${slug(form)}-${slug(name)}-takes-a-number`,
    `a number as ${name} in the ${form} request is taken as text`,
    coerces(creates[form], name, (value) => textOf(name, value)),
  );
}

const integers = [
  ['checkout', 'amount', 'checkout.amount-integer'],
  ['refund', 'amount', 'refund.amount-integer'],
  ['payout', 'amount', 'payout.amount-integer'],
  ['escrow', 'amount', 'escrow.amount-integer'],
  ['escrow', 'feeAmount', 'escrow.fee-integer'],
  ['escrow', 'autoReleaseHours', 'escrow.auto-release-integer'],
  ['walletLink', 'expiresInMinutes', 'wallet-link.field-types'],
] as const satisfies readonly (readonly [Form, string, RequirementId])[];

function looseInteger([form, name, breaks]: (typeof integers)[number]): Mutant[] {
  const at = creates[form];
  const words = `${name} in the ${form} request`;
  return [
    mutant(
      breaks,
      `${slug(form)}-${slug(name)}-rounded`,
      `a fraction as ${words} is rounded`,
      coerces(at, name, (value) => (typeof value === 'number' ? Math.ceil(value) : value)),
    ),
    mutant(
      breaks,
      `${slug(form)}-${slug(name)}-read-from-text`,
      `digits in a string as ${words} are taken`,
      coerces(at, name, (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
    ),
  ];
}

const currencies = (['checkout', 'payout', 'escrow'] as const).flatMap((form) => [
  mutant(
    `${form}.currency-only-ngn`,
    `${form}-any-currency`,
    `any currency is taken in the ${form} request`,
    field(form, 'currency', { oneOf: undefined }),
  ),
  mutant(
    `${form}.currency-only-ngn`,
    `${form}-one-more-currency`,
    `USD is taken too in the ${form} request`,
    field(form, 'currency', { oneOf: ['NGN', 'USD'] }),
  ),
]);

const metadataAsText = (['checkout', 'escrow'] as const).map((form) =>
  mutant(
    `${form}.field-types`,
    `${form}-metadata-any-type`,
    `metadata of the ${form} request may be text`,
    withoutField(form, 'metadata'),
  ),
);

const END_OF_OBJECT = 0x7d;

export const fieldMutants: readonly Mutant[] = [
  ...rows.flatMap(moved),
  ...(Object.keys(creates) as Form[]).flatMap((form) => [
    ...required[form].map((name) => notRequired(form, name)),
    ...texts[form].map((name) => numberAsText(form, name)),
  ]),
  ...integers.flatMap(looseInteger),
  ...currencies,
  ...metadataAsText,
  // White space of JSON that a program does not expect.
  mutant(
    'payout.created',
    'payout-body-ends-with-its-brace',
    'a gateway takes a body for cut off whose last byte is not its brace: a payout with a line feed at its end, as shells write it, is refused',
    before('readBody', (asked, next) => {
      const { raw, service } = asked;
      if (isAt(asked, 'createPayout') && raw.length > 0 && raw.at(-1) !== END_OF_OBJECT)
        throw new Refusal(service.rules.refusals.invalid, 'the body is incomplete');
      return next();
    }),
  ),
  mutant(
    'idempotency.escrow-key-reused',
    'escrow-bodies-compared-by-their-first-line',
    'what a key was used for is kept with the first line of its body: of two escrows whose JSON is written in lines the other is replayed as the first',
    functions(({ sameRequest }) => ({
      sameRequest(asked) {
        const { endpoint, path, raw } = asked;
        if (endpoint.name !== 'createEscrow') return sameRequest(asked);
        const [line = ''] = raw.toString().trimStart().split('\n');
        return `${endpoint.method} ${path} ${createHash('sha256').update(line).digest('base64')}`;
      },
    })),
  ),
];

function slug(name: string): string {
  return name.replace('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
