import type { Body, Created, RequirementId } from '../../../lib/interface/index.ts';
import { changed, pathsOf, type RequestName } from './containers.ts';

// Requests with several faults, each of which alone is refused with 400 `invalid_request`: together they have to be refused in the same way
// and form, whatever the message lists.

export interface Kind {
  readonly required: RequirementId;
  readonly types: RequirementId;
  readonly bounds: RequirementId;
  readonly createsNothing: RequirementId | null;
  /** The kind of its record, if the request contains the reference that it would create. */
  readonly record: Created['kind'] | null;
  /** Values out of bounds, by path. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Pairs of required fields, of the request or of an object in it. */
  readonly missing: readonly (readonly [string, string])[];
}

export const kinds: Readonly<Record<RequestName, Kind>> = {
  checkout: {
    required: 'checkout.required-fields',
    types: 'checkout.field-types',
    bounds: 'checkout.amount-too-small',
    createsNothing: 'checkout.refused-creates-nothing',
    record: 'checkout',
    values: { amount: 99, currency: 'USD', description: 'd'.repeat(256) },
    missing: [
      ['amount', 'currency'],
      ['customer', 'returnUrl'],
    ],
  },
  refund: {
    required: 'refund.required-fields',
    types: 'refund.field-types',
    bounds: 'refund.amount-too-small',
    createsNothing: 'refund.refused-creates-nothing',
    record: 'refund',
    values: { amount: 0, reason: 'r'.repeat(256) },
    missing: [['amount', 'paymentReference']],
  },
  payout: {
    required: 'payout.required-fields',
    types: 'payout.field-types',
    bounds: 'payout.amount-too-small',
    createsNothing: 'payout.refused-creates-nothing',
    record: 'payout',
    values: { amount: 9_999, currency: 'USD', narration: 'n'.repeat(101), 'recipient.accountNumber': '012345678' },
    missing: [
      ['amount', 'recipient'],
      ['recipient.accountNumber', 'recipient.accountName'],
    ],
  },
  escrow: {
    required: 'escrow.required-fields',
    types: 'escrow.field-types',
    bounds: 'escrow.amount-too-small',
    createsNothing: 'escrow.refused-creates-nothing',
    record: 'escrow',
    values: { amount: 9_999, currency: 'USD', autoReleaseHours: 721, description: 'd'.repeat(256) },
    missing: [
      ['amount', 'currency'],
      ['seller', 'amount'],
    ],
  },
  'link request': {
    required: 'wallet-link.required-fields',
    types: 'wallet-link.field-types',
    bounds: 'wallet-link.expiry-too-short',
    createsNothing: null,
    record: null,
    values: {},
    missing: [['requesterName', 'expiresInMinutes']],
  },
};

export interface Wrong {
  readonly what: string;
  /** The kind of its faults. */
  readonly sort: 'required' | 'types' | 'bounds';
  of(right: Body): Body;
}

const lists = (paths: readonly string[]) => paths.join(' and ');
const without = (body: Body, paths: readonly string[]) =>
  paths.reduce((less, path) => changed(less, path, () => undefined), body);
const mistyped = (body: Body, paths: readonly string[]) =>
  paths.reduce((wrong, path) => changed(wrong, path, () => true), body);

/** Fields that contain no other field. */
const leavesOf = (body: Body) =>
  pathsOf(body).filter((path, _, all) => !all.some((each) => each.startsWith(`${path}.`)));

export function wrongsOf({ values, missing }: Kind): Wrong[] {
  const inBounds = Object.entries(values);
  return [
    ...missing.map((paths) => ({
      what: `without ${lists(paths)}`,
      sort: 'required' as const,
      of: (right: Body) => without(right, paths),
    })),
    { what: 'without any field', sort: 'required', of: () => ({}) },
    { what: 'with true as each of its fields', sort: 'types', of: (right) => mistyped(right, leavesOf(right)) },
    {
      what: 'with true as its last two fields',
      sort: 'types',
      of: (right) => mistyped(right, leavesOf(right).slice(-2)),
    },
    {
      what: `without ${missing[0]?.[0]}, and with true as another field`,
      sort: 'types',
      of: (right) => mistyped(without(right, missing[0]?.slice(0, 1) ?? []), leavesOf(right).slice(-1)),
    },
    ...(inBounds.length === 0
      ? []
      : [
          {
            what: `with ${lists(inBounds.map(([path]) => path))} out of bounds`,
            sort: 'bounds' as const,
            of: (right: Body) => inBounds.reduce((wrong, [path, value]) => changed(wrong, path, () => value), right),
          },
        ]),
  ];
}
