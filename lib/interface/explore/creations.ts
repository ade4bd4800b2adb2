import type { Ask, Fields } from '../../engine/explore/story.ts';
import type { Kind } from '../model/machine.ts';
import type { Draft, Item } from './draft.ts';
import type { Actor } from './stage.ts';

// What is asked for when something is created. Most values are such that the request is right; some lie at a limit, some beyond it.

export const collections: Readonly<Record<Kind, string>> = {
  checkout: 'checkouts',
  refund: 'refunds',
  payout: 'payouts',
  escrow: 'escrows',
  'wallet link': 'wallet-links',
};

export interface Wish {
  readonly by: Actor;
  /** Sandbox: it is to fail when it settles. */
  readonly fails?: boolean;
  /** Of a refund. */
  readonly parent?: Item;
  readonly amount?: number;
}

/** Asks for a new object, and adds it to the draft. */
export function creates(draft: Draft, kind: Kind, wish: Wish): Item {
  const { by } = wish;
  const name = draft.name(PREFIX[kind]);
  const body = bodies[kind](draft, name, wish);
  const creation: Ask = {
    by,
    ask: `POST /v1/${collections[kind]}`,
    key: draft.name('k'),
    body,
    ...(kind === 'wallet link' && { learns: { [name]: 'linkId' } }),
  };
  const amount = Number(body.amount ?? 0);
  const state = kind === 'escrow' ? 'pending_payment' : kind === 'wallet link' ? 'PENDING' : 'pending';
  const { parent } = wish;
  const item = { kind, name, by, creation, amount, left: amount, state, keyed: [creation], ...(parent && { parent }) };
  draft.add(creation);
  draft.items.push(item);
  if (parent !== undefined && parent.state === 'succeeded' && amount <= parent.left) parent.left -= amount;
  return item;
}

const PREFIX: Readonly<Record<Kind, string>> = {
  checkout: 'c',
  refund: 'r',
  payout: 'p',
  escrow: 'e',
  'wallet link': 'l',
};

const bodies: Readonly<Record<Kind, (draft: Draft, name: string, wish: Wish) => Fields>> = {
  checkout: (draft, name, wish) => ({
    reference: `{${name}}`,
    amount: wish.amount ?? amountOf(draft, 100, 2_000_000_000, 5_000),
    currency: 'NGN',
    customer: { email: mail(draft) },
    returnUrl: 'https://shop.example.com/return',
    ...about(draft),
  }),
  refund: (draft, name, { parent, amount, fails = false }) => ({
    reference: `{${name}}`,
    paymentReference: `{${parent?.name ?? draft.name('c')}}`,
    amount: amount ?? refundable(draft, parent),
    ...(fails
      ? { reason: 'sandbox_fail' }
      : draft.chance(4)
        ? { reason: draft.pick([draft.text(255), 'too late', 'sandbox_fail ', 'Sandbox_fail']) }
        : {}),
  }),
  payout: (draft, name, { fails = false, amount }) => ({
    reference: `{${name}}`,
    amount: amount ?? amountOf(draft, 10_000, 2_000_000_000, 10_000),
    currency: 'NGN',
    recipient: {
      bankName: '{bank}',
      accountNumber: fails ? '0000000000' : draft.pick(['0123456789', '0123456789', '9999999999', '0000000001']),
      accountName: 'Ada Obi',
    },
    ...(draft.chance(4) && { narration: draft.text(100) }),
  }),
  escrow: (draft, name, wish) => {
    const { by } = wish;
    const amount = wish.amount ?? amountOf(draft, 10_000, 2_000_000_000, 50_000);
    return {
      reference: `{${name}}`,
      amount,
      currency: 'NGN',
      seller: { walletId: `{${walletFor(draft, by)}}` },
      ...(draft.chance(5) && { buyer: { email: 'buyer@example.com' } }),
      ...(draft.chance(3) && {
        feeAmount: draft.pick([1, 500, Math.floor(amount / 2), amount]),
        feeWalletId: `{${walletFor(draft, by)}}`,
      }),
      ...(draft.chance(5) && { autoReleaseHours: draft.pick([1, 2, 24, 72]) }),
      ...about(draft),
    };
  },
  'wallet link': (draft, _, { by }) => ({
    linkRef: `{${draft.name('f')}}`,
    walletId: `{${walletFor(draft, by)}}`,
    requesterName: 'Shop',
    expiresInMinutes: draft.pick([5, 30, 60]),
  }),
};

/** "Same rules as for checkouts." */
function about(draft: Draft): Fields {
  return {
    ...(draft.chance(4) && { description: draft.text(255) }),
    ...(draft.chance(4) && { metadata: draft.pick(metadata) }),
  };
}

/** "object", "up to 4 KB". */
const metadata: readonly Fields[] = [
  { order: 7 },
  { a: { b: [1, null, 'é'] } },
  {},
  { on: '2026-02-03', at: '2026-02-03T04:05:06Z', zone: '2026-02-03T04:05:06+01:00' },
  {
    code: '007',
    zero: '0.10',
    big: 9007199254740991,
    less: -1,
    part: 0.1,
    yes: true,
    no: false,
    nothing: null,
    empty: '',
  },
  { a: 1, A: 2, a_b: 3, 'a.b': 4, 'a b': 5, é: 6, $x: 7 },
  {
    list: [],
    lists: [[1, [2, [3]]], ['x']],
    of: [{ a: 1 }, { a: 2 }],
    deep: { deep: { deep: { deep: { deep: 1 } } } },
  },
  { long: 'x'.repeat(3_900) },
];

/** The same address is every buyer's as a rule. */
const mail = (draft: Draft) =>
  draft.pick(['buyer@example.com', 'buyer@example.com', 'ada.obi+shop@example.org', 'a1_b-c@mail.example.net']);

/** Mostly in the middle; at a limit, anywhere, or beyond. */
function amountOf(draft: Draft, min: number, max: number, usual: number): number {
  return draft.pick([
    () => usual,
    () => usual,
    () => usual,
    () => min,
    () => max,
    () => draft.integer(min, max),
    () => draft.pick([min - 1, max + 1, min + 0.5]),
  ])();
}

/** All, a part, the rest, and one more than that. */
function refundable(draft: Draft, parent: Item | undefined): number {
  const { amount = 1_000, left = 1_000 } = parent ?? {};
  const usual = [1, Math.floor(amount / 5), Math.ceil(left / 2), Math.ceil(amount / 3), left, left + 1, amount];
  return draft.pick(usual.filter((each) => each >= 1));
}

/** A wallet that exists, where wallets can be made. Several links and escrows may share one. */
function walletFor(draft: Draft, by: Actor): string {
  const environment = by === 'live' ? 'live' : 'sandbox';
  const known = draft.steps.flatMap((step) =>
    'control' in step && step.body?.environment === environment ? String(step.body.walletId).slice(1, -1) : [],
  );
  if (known.length > 0 && !draft.chance(3)) return draft.pick(known);
  const name = draft.name('w');
  if (draft.can('wallets')) {
    const body = { environment, walletId: `{${name}}`, holderName: 'Ngozi Eze', balanceMinor: 0 };
    draft.add({ control: 'POST /wallets', by, names: {}, body });
  }
  return name;
}
