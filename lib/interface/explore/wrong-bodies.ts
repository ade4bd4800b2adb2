import type { Fields, Json } from '../../engine/explore/story.ts';
import type { ObjectKind } from '../model/machine.ts';
import type { Draft } from './draft.ts';
import { wrong } from './values.ts';

// Requests with one fault. The model decides whether they must be refused.

type Values = (right: Json) => readonly Json[];

/** Wrong values by the path of the field. */
const faults: Readonly<Record<ObjectKind, Readonly<Record<string, Values>>>> = {
  checkout: {
    reference: (right) => [...wrong.reference(right), ...wrong.text(right)],
    amount: wrong.integer,
    currency: wrong.currency,
    customer: wrong.object,
    'customer.email': wrong.mail,
    returnUrl: wrong.address,
    description: (right) => [...wrong.longText(255), ...wrong.text(right)],
    metadata: wrong.metadata,
  },
  refund: {
    reference: wrong.text,
    paymentReference: (right) => [...wrong.text(right), `${String(right)}x`, `${String(right)}.`, `x${String(right)}`],
    amount: wrong.integer,
    reason: (right) => [...wrong.longText(255), ...wrong.text(right)],
  },
  payout: {
    reference: wrong.text,
    amount: wrong.integer,
    currency: wrong.currency,
    recipient: wrong.object,
    'recipient.bankName': wrong.text,
    'recipient.accountNumber': wrong.digits,
    'recipient.accountName': wrong.text,
    narration: (right) => [...wrong.longText(100), ...wrong.text(right)],
  },
  escrow: {
    reference: wrong.text,
    amount: wrong.integer,
    currency: wrong.currency,
    seller: wrong.object,
    'seller.walletId': wrong.text,
    buyer: wrong.object,
    'buyer.email': wrong.text,
    feeAmount: wrong.integer,
    feeWalletId: wrong.text,
    autoReleaseHours: wrong.hours,
    conditions: wrong.text,
    description: (right) => [...wrong.longText(255), ...wrong.text(right)],
    returnUrl: wrong.address,
    metadata: wrong.metadata,
  },
  'wallet link': {
    linkRef: wrong.text,
    walletId: (right) => [...wrong.digits(), ...wrong.text(right)],
    requesterName: wrong.text,
    expiresInMinutes: wrong.minutes,
  },
};

const required: Readonly<Record<ObjectKind, readonly string[]>> = {
  checkout: ['reference', 'amount', 'currency', 'customer', 'customer.email', 'returnUrl'],
  refund: ['reference', 'paymentReference', 'amount'],
  payout: [
    'reference',
    'amount',
    'currency',
    'recipient',
    'recipient.bankName',
    'recipient.accountNumber',
    'recipient.accountName',
  ],
  escrow: ['reference', 'amount', 'currency', 'seller', 'seller.walletId'],
  'wallet link': ['linkRef', 'walletId', 'requesterName', 'expiresInMinutes'],
};

/** The same request with one field wrong or missing, in every way. */
export function bodiesWithOneFault(kind: ObjectKind, body: Fields): Fields[] {
  const missing = required[kind].map((path) => withAt(body, path.split('.'), undefined));
  // A field whose name contains a dot is not a field of a nested object.
  const dotted = required[kind].flatMap((path): Fields[] => {
    const [container = '', ...inner] = path.split('.');
    const value = valueAt(body, path.split('.'));
    return inner.length === 0 || value === undefined
      ? []
      : [{ ...withAt(body, [container], undefined), [path]: value }];
  });
  const wrongly = Object.entries(faults[kind]).flatMap(([path, values]) => {
    const names = path.split('.');
    return values(valueAt(body, names) ?? 'x').map((value) => withAt(body, names, value));
  });
  return [...missing, ...dotted, ...wrongly];
}

/** "`{ amount?: integer, reason?: string }`", for an escrow of `amount` kobo. */
export function escrowRefundBody(draft: Draft, amount: number): Fields {
  const parts = [1, Math.floor(amount / 2), Math.floor(amount * 0.24691), amount, amount + 1, 2 * amount].map(
    (part) => ({
      amount: part,
    }),
  );
  return draft.pick<() => Fields>([
    () => ({}),
    () => ({}),
    () => ({ reason: 'late' }),
    () => draft.pick(parts),
    () => draft.pick(parts),
    () => ({ amount: draft.pick(wrong.integer(amount)) }),
    () => ({ reason: draft.pick(wrong.text('late')) }),
  ])();
}

/** Bodies that differ from this one in one detail, which only a careless comparison overlooks. */
export function nearlyEqualBodies(body: Fields): Fields[] {
  const leaves = leavesOf(body).filter(([, value]) => !(typeof value === 'string' && /\{\w+\}/.test(value)));
  const optional = ['description', 'reason', 'narration', 'metadata', 'conditions', 'buyer', 'autoReleaseHours'];
  const without = optional.filter((name) => name in body).map((name) => withAt(body, [name], undefined));
  const more = ['description', 'reason', 'narration', 'conditions'].filter((name) => !(name in body));
  return [
    ...leaves.flatMap(([path, value]) => differing(value).map((other) => withAt(body, path, other))),
    ...without,
    ...more.map((name) => ({ ...body, [name]: 'x' })),
  ];
}

function differing(value: Json): Json[] {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string' || value === '') return ['x'];
  const ways = [`${value}x`, value.slice(0, -1), otherCase(value), `${value.slice(0, -1)}!`];
  return ways.filter((each) => each !== value);
}

const otherCase = (text: string) =>
  text.replace(/\p{L}/u, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

function leavesOf(value: Json, path: readonly string[] = []): (readonly [path: readonly string[], value: Json])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

function valueAt(value: Json | undefined, [first, ...more]: readonly string[]): Json | undefined {
  if (first === undefined) return value;
  const holder = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
  return valueAt(holder[first], more);
}

/** A copy with this value at the path; undefined removes the field. */
function withAt(body: Fields, [first = '', ...more]: readonly string[], value: Json | undefined): Fields {
  const { [first]: old, ...others } = body;
  if (more.length > 0) {
    const holder = typeof old === 'object' && old !== null && !Array.isArray(old) ? (old as Fields) : {};
    return { ...body, [first]: withAt(holder, more, value) };
  }
  return value === undefined ? others : { ...body, [first]: value };
}
