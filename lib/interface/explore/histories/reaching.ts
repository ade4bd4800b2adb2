import type { ObjectKind } from '../../model/machine.ts';
import { create } from '../creations.ts';
import { CERTAINLY_SETTLED_S, type Draft, type Item, SETTLED_S } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { getRequest, type Trigger, triggerNamed } from './triggers.ts';

// Steps that bring an object into a state.

/** Sequences of triggers that lead to a state. Each is an alternative. */
export const ways: Readonly<Record<ObjectKind, Readonly<Record<string, readonly (readonly string[])[]>>>> = {
  checkout: { pending: [[]], succeeded: [['pay']], failed: [['fail to pay'], ['time']] },
  refund: { pending: [[]], succeeded: [['settle']], failed: [['fail', 'settle']] },
  payout: { pending: [[]], succeeded: [['settle']], failed: [['fail', 'settle']] },
  escrow: {
    pending_payment: [[]],
    funded: [['pay']],
    disputed: [['pay', 'dispute']],
    released: [
      ['pay', 'release'],
      ['pay', 'buyer release'],
      ['pay', 'time'],
    ],
    refunded: [
      ['pay', 'refund'],
      ['pay', 'dispute', 'refund'],
    ],
    cancelled: [['cancel']],
    expired: [['time']],
  },
  'wallet link': {
    PENDING: [[]],
    APPROVED: [['approve'], ['owner approve']],
    REJECTED: [['reject'], ['owner reject']],
    EXPIRED: [['time']],
    REVOKED: [
      ['approve', 'unlink'],
      ['owner approve', 'owner unlink'],
    ],
  },
};

/** `escrow, funded: cancel`: brings an escrow into that state and applies the trigger. */
export function reach(draft: Draft, goal: string): void {
  const [, kind, state, trigger] = /^(.+), (.+): (.+)$/.exec(goal) ?? [];
  if (kind === undefined || state === undefined || trigger === undefined) return;
  if (state === 'absent') {
    applyToUnknown(draft, kind as ObjectKind, trigger);
    return;
  }
  const item = bringInto(draft, kind as ObjectKind, state);
  if (item === null) return;
  // A GET shows the state first: a transition without a request may not have happened yet.
  draft.add(getRequest(item));
  if (trigger.startsWith('becomes ')) {
    if (kind === 'refund' || kind === 'payout') settle(draft);
    else applyTrigger(draft, item, 'time');
  } else applyTrigger(draft, item, trigger);
  draft.add(getRequest(item));
}

/** A trigger on an object that does not exist, or its creation. */
function applyToUnknown(draft: Draft, kind: ObjectKind, trigger: string): void {
  const by = draft.actor();
  if (trigger === 'create') {
    bringInto(draft, kind, 'pending');
    return;
  }
  const unknown: Item = {
    kind,
    name: draft.name(kind === 'wallet link' ? 'l' : 'n'),
    by,
    creation: { by, ask: '' },
    amount: 1_000,
    left: 1_000,
    state: 'absent',
    keyed: [],
  };
  triggerNamed(kind, trigger)?.addTo(unknown, draft);
}

export function bringInto(draft: Draft, kind: ObjectKind, state: string): Item | null {
  const possible = (ways[kind][state] ?? ways[kind][Object.keys(ways[kind])[0] ?? ''] ?? []).filter((way) =>
    way.every((name) => name === 'settle' || name === 'fail' || isPossible(draft, triggerNamed(kind, name))),
  );
  if (possible.length === 0) return null;
  const way = draft.pick(possible);
  const isLive =
    kind !== 'payout' && !way.includes('fail') && !way.some((name) => ['approve', 'reject'].includes(name));
  const by: Actor = isLive ? draft.actor() : 'a';
  const fails = way.includes('fail');
  const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
  if (parent === null) return null;
  const item = create(draft, kind, { by: parent?.by ?? by, parent, fails, ...validAmount(draft, kind, parent) });
  for (const name of way) {
    if (name === 'settle') settle(draft);
    else if (name !== 'fail') applyTrigger(draft, item, name);
  }
  return item;
}

/** Amounts that are certainly valid: otherwise the state would never be reached. */
function validAmount(draft: Draft, kind: ObjectKind, parent: Item | undefined) {
  const amount = {
    checkout: draft.pick([5_000, 100, 2_000_000, 2_000_000_000]),
    refund: draft.pick([1, 100, parent?.left ?? 1]),
  };
  return kind === 'checkout' || kind === 'refund' ? { amount: amount[kind] } : {};
}

export const isPossible = (draft: Draft, trigger: Trigger | undefined) =>
  trigger !== undefined && (trigger.needs ?? []).every((need) => draft.can(need));

export function applyTrigger(draft: Draft, item: Item, name: string): void {
  const trigger = triggerNamed(item.kind, name);
  if (trigger !== undefined && isPossible(draft, trigger)) trigger.addTo(item, draft);
}

/** Lets refunds and payouts settle; without control over the clock that takes real time. */
export function settle(draft: Draft): void {
  if (!draft.items.some(({ kind, state }) => (kind === 'refund' || kind === 'payout') && state === 'pending')) return;
  draft.add({ seconds: draft.can('clock') && draft.chance(3) ? CERTAINLY_SETTLED_S : SETTLED_S });
}
