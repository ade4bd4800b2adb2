import type { Ask, Fields, Json } from '../../engine/explore/story.ts';
import type { ObjectKind } from '../model/machine.ts';
import type { Draft, Item } from './draft.ts';
import { shapes } from './shapes.ts';
import type { Actor } from './stage.ts';
import {
  amountOf,
  escrowAmount,
  holderName,
  hours,
  mail,
  minutes,
  optionalFields,
  personName,
  requester,
  returnAddress,
  textOf,
} from './values.ts';

// The bodies of create requests. Most values are valid; some are at a limit, some beyond it.

export const collections: Readonly<Record<ObjectKind, string>> = {
  checkout: 'checkouts',
  refund: 'refunds',
  payout: 'payouts',
  escrow: 'escrows',
  'wallet link': 'wallet-links',
};

export interface CreationOptions {
  readonly by: Actor;
  /** Sandbox: it should fail when it settles. */
  readonly fails?: boolean;
  /** The checkout that is refunded. */
  readonly parent?: Item;
  readonly amount?: number;
  /** The reference of another object, to be shared with it; by default a new one. */
  readonly name?: string;
  readonly change?: Change;
}

/** Fields that replace those that were drawn; undefined: the field is left out. */
export type Change = Readonly<Record<string, Json | undefined>>;

function changed(body: Fields, change: Change = {}): Fields {
  const fields = Object.entries({ ...body, ...change });
  return Object.fromEntries(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Adds a create request to the steps of the draft, and the new object to its items. */
export function create(draft: Draft, kind: ObjectKind, wish: CreationOptions): Item {
  const { by, parent, change } = wish;
  const name = wish.name ?? `${draft.name(PREFIX[kind])}${kind === 'checkout' ? draft.pick(shapes) : ''}`;
  const body = changed(bodies[kind](draft, name, wish), change);
  return addCreation(draft, { kind, by, name, body, ...(parent && { parent }) });
}

/** Another object with the body of this one, except its reference and what is to be different. */
export function createAlike(
  draft: Draft,
  like: Item,
  {
    by = like.by,
    name = draft.name(PREFIX[like.kind]),
    change,
  }: Partial<Pick<CreationOptions, 'by' | 'name' | 'change'>> = {},
): Item {
  const { kind, creation, parent } = like;
  const own: Change = kind === 'wallet link' ? { linkRef: `{${draft.name('f')}}` } : { reference: `{${name}}` };
  const body = changed(creation.body ?? {}, { ...own, ...change });
  return addCreation(draft, { kind, by, name, body, ...(parent && { parent }) });
}

function addCreation(
  draft: Draft,
  { kind, by, name, body, parent }: Pick<Item, 'kind' | 'by' | 'name' | 'parent'> & { readonly body: Fields },
): Item {
  const creation: Ask = {
    by,
    ask: `POST /v1/${collections[kind]}`,
    key: draft.key(),
    body,
    ...(kind === 'wallet link' && { learns: { [name]: 'linkId' } }),
  };
  const amount = Number(body.amount ?? 0);
  const state = kind === 'escrow' ? 'pending_payment' : kind === 'wallet link' ? 'PENDING' : 'pending';
  const item = { kind, name, by, creation, amount, left: amount, state, keyed: [creation], ...(parent && { parent }) };
  draft.add(creation);
  draft.items.push(item);
  if (parent !== undefined && parent.state === 'succeeded' && amount <= parent.left) parent.left -= amount;
  return item;
}

const PREFIX: Readonly<Record<ObjectKind, string>> = {
  checkout: 'c',
  refund: 'r',
  payout: 'p',
  escrow: 'e',
  'wallet link': 'l',
};

const bodies: Readonly<Record<ObjectKind, (draft: Draft, name: string, wish: CreationOptions) => Fields>> = {
  checkout: (draft, name, wish) => ({
    reference: `{${name}}`,
    amount: wish.amount ?? amountOf(draft, 100, 2_000_000_000, 5_000),
    currency: 'NGN',
    customer: { email: mail(draft) },
    returnUrl: returnAddress(draft),
    ...optionalFields(draft),
  }),
  refund: (draft, name, { parent, amount, fails = false }) => ({
    reference: `{${name}}`,
    paymentReference: `{${parent?.name ?? draft.name('c')}}`,
    amount: amount ?? refundable(draft, parent),
    ...(fails
      ? { reason: 'sandbox_fail' }
      : draft.chance(4)
        ? { reason: draft.pick([textOf(draft, 255), 'too late', 'sandbox_fail ', 'Sandbox_fail']) }
        : {}),
  }),
  payout: (draft, name, { fails = false, amount }) => ({
    reference: `{${name}}`,
    amount: amount ?? amountOf(draft, 10_000, 2_000_000_000, 10_000),
    currency: 'NGN',
    recipient: {
      bankName: '{bank}',
      accountNumber: fails
        ? '0000000000'
        : draft.pick(['0123456789', '0123456789', '9999999999', '0000000001', '1000000000', '0000000010']),
      accountName: personName(draft),
    },
    ...(draft.chance(4) && { narration: textOf(draft, 100) }),
  }),
  escrow: (draft, name, wish) => {
    const { by } = wish;
    const amount = wish.amount ?? escrowAmount(draft);
    return {
      reference: `{${name}}`,
      amount,
      currency: 'NGN',
      seller: { walletId: `{${walletFor(draft, by)}}` },
      ...(draft.chance(5) && { buyer: { email: mail(draft) } }),
      ...(draft.chance(3) && {
        feeAmount: draft.pick([1, 500, Math.floor(amount / 2), amount]),
        feeWalletId: `{${walletFor(draft, by)}}`,
      }),
      ...(draft.chance(3) && { autoReleaseHours: hours(draft) }),
      ...(draft.chance(5) && { conditions: textOf(draft, 255) }),
      ...(draft.chance(5) && { returnUrl: returnAddress(draft) }),
      ...optionalFields(draft),
    };
  },
  'wallet link': (draft, _, { by }) => ({
    linkRef: `{${draft.name('f')}}`,
    walletId: `{${walletFor(draft, by)}}`,
    requesterName: requester(draft),
    expiresInMinutes: minutes(draft),
  }),
};

/** 1 kobo, parts, the whole, what is left, and 1 kobo more than that. */
function refundable(draft: Draft, parent: Item | undefined): number {
  const { amount = 1_000, left = 1_000 } = parent ?? {};
  const usual = [
    1,
    Math.floor(amount / 5),
    Math.ceil(left / 2),
    Math.ceil(amount / 3),
    Math.ceil((3 * amount) / 4),
    left,
    left + 1,
    amount,
  ];
  return draft.pick(usual.filter((each) => each >= 1));
}

/** A wallet of the environment, made first where wallets can be made. Several links and escrows may share one. */
function walletFor(draft: Draft, by: Actor): string {
  const known = draft.steps.flatMap((step) =>
    'control' in step && step.body?.environment === environmentOf(by) ? String(step.body.walletId).slice(1, -1) : [],
  );
  return known.length > 0 && !draft.chance(3) ? draft.pick(known) : makeWallet(draft, by);
}

/** A wallet of the environment in which this merchant acts. `name`: of a wallet that the other environment may have, too. */
export function makeWallet(draft: Draft, by: Actor, name: string = draft.name('w')): string {
  if (draft.can('wallets')) {
    const body = {
      environment: environmentOf(by),
      walletId: `{${name}}`,
      holderName: holderName(draft),
      balanceMinor: 0,
    };
    draft.add({ control: 'POST /wallets', by, names: {}, body });
    if (draft.chance(3)) draft.add({ by, ask: `GET /v1/accounts/{${name}}` });
  }
  return name;
}

const environmentOf = (by: Actor) => (by === 'live' ? 'live' : 'sandbox');
