import fc from 'fast-check';
import type { Step, Story } from '../../engine/explore/story.ts';
import type { Kind } from '../model/machine.ts';
import type { Capability } from '../register/types.ts';
import { creates } from './creations.ts';
import { Draft, type Item, SETTLED, SURELY_SETTLED } from './draft.ts';
import type { Actor } from './stage.ts';
import { look, type Trigger, triggerNamed, triggers } from './triggers.ts';

export interface Composing {
  readonly seed: number;
  /** Pairs to be reached, if that is possible here. */
  readonly goals: readonly string[];
  readonly missing: Readonly<Partial<Record<Capability, string>>>;
}

const kinds: readonly Kind[] = ['checkout', 'refund', 'payout', 'escrow', 'wallet link'];

/** A story of its own for each seed: first what it is steered for, then what comes up; in the end all is looked at. */
export function compose({ seed, goals, missing }: Composing): Story {
  const [g] = fc.sample(fc.gen(), { seed, numRuns: 1 });
  if (g === undefined) return [];
  const draft = new Draft(g, missing);
  for (const goal of goals) reach(draft, goal);
  wander(draft, goals.length > 1 ? [4, 8, 12, 16] : [8, 16, 24]);
  settle(draft);
  for (const item of draft.items) draft.add(look(item));
  return draft.steps;
}

/** Which triggers, in a row, lead to a state. Each is one of several ways. */
const ways: Readonly<Record<Kind, Readonly<Record<string, readonly (readonly string[])[]>>>> = {
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

/** `escrow, funded: cancel`: brings an escrow there, and does it. */
function reach(draft: Draft, goal: string): void {
  const [, kind, state, trigger] = /^(.+), (.+): (.+)$/.exec(goal) ?? [];
  if (kind === undefined || state === undefined || trigger === undefined) return;
  if (state === 'absent') {
    ofNothing(draft, kind as Kind, trigger);
    return;
  }
  const item = brought(draft, kind as Kind, state);
  if (item === null) return;
  // Seen to be in it: what comes by itself may not have come yet.
  draft.add(look(item));
  if (trigger.startsWith('becomes ')) {
    if (kind === 'refund' || kind === 'payout') settle(draft);
    else does(draft, item, 'time');
  } else does(draft, item, trigger);
  draft.add(look(item));
}

/** What is asked for is nowhere; or is created. */
function ofNothing(draft: Draft, kind: Kind, trigger: string): void {
  const by = draft.actor();
  if (trigger === 'create') {
    brought(draft, kind, 'pending');
    return;
  }
  const nobody: Item = {
    kind,
    name: draft.name(kind === 'wallet link' ? 'l' : 'n'),
    by,
    creation: { by, ask: '' },
    amount: 1_000,
    left: 1_000,
    state: 'absent',
    keyed: [],
  };
  triggerNamed(kind, trigger)?.happens(nobody, draft);
}

function brought(draft: Draft, kind: Kind, state: string): Item | null {
  const possible = (ways[kind][state] ?? ways[kind][Object.keys(ways[kind])[0] ?? ''] ?? []).filter((way) =>
    way.every((name) => name === 'settle' || name === 'fail' || isPossible(draft, triggerNamed(kind, name))),
  );
  if (possible.length === 0) return null;
  const way = draft.pick(possible);
  const isLive =
    kind !== 'payout' && !way.includes('fail') && !way.some((name) => ['approve', 'reject'].includes(name));
  const by: Actor = isLive ? draft.actor() : 'a';
  const fails = way.includes('fail');
  const parent = kind === 'refund' ? brought(draft, 'checkout', 'succeeded') : undefined;
  if (parent === null) return null;
  const item = creates(draft, kind, { by: parent?.by ?? by, parent, fails, ...plain(draft, kind, parent) });
  for (const name of way) {
    if (name === 'settle') settle(draft);
    else if (name !== 'fail') does(draft, item, name);
  }
  return item;
}

/** Amounts that are surely right: else the state would never be reached. */
function plain(draft: Draft, kind: Kind, parent: Item | undefined) {
  const amount = { checkout: draft.pick([5_000, 100, 2_000_000]), refund: draft.pick([1, 100, parent?.left ?? 1]) };
  return kind === 'checkout' || kind === 'refund' ? { amount: amount[kind] } : {};
}

const isPossible = (draft: Draft, trigger: Trigger | undefined) =>
  trigger !== undefined && (trigger.needs ?? []).every((need) => draft.can(need));

function does(draft: Draft, item: Item, name: string): void {
  const trigger = triggerNamed(item.kind, name);
  if (trigger !== undefined && isPossible(draft, trigger)) trigger.happens(item, draft);
}

/** Refunds and payouts settle; where time cannot be moved, that takes as long as it does. */
function settle(draft: Draft): void {
  if (!draft.items.some(({ kind, state }) => (kind === 'refund' || kind === 'payout') && state === 'pending')) return;
  draft.add({ seconds: draft.can('clock') && draft.chance(3) ? SURELY_SETTLED : SETTLED });
}

/** Whatever comes up, of some kinds and some triggers alone: what never happens in a story leaves room for what does. */
function wander(draft: Draft, lengths: readonly number[]): void {
  const own = draft.g(fc.subarray<Kind>, [...kinds], { minLength: 1, maxLength: 3 });
  const some = draft.g(fc.subarray<Trigger>, [...triggers], { minLength: 8 }).filter((each) => isPossible(draft, each));
  const length = draft.pick(lengths);
  if (own.includes('refund') && draft.chance(3)) inParts(draft);
  for (let turn = 0; turn < length; turn++) {
    const items = draft.items.filter(({ kind }) => own.includes(kind));
    if (items.length === 0 || draft.chance(5)) {
      const kind = draft.pick(own);
      const first = Object.keys(ways[kind])[0] ?? '';
      brought(draft, kind, draft.chance(2) ? first : draft.pick(Object.keys(ways[kind])));
      continue;
    }
    const item = draft.pick(items);
    const fitting = some.filter(({ kinds: of }) => of.includes(item.kind));
    if (fitting.length === 0) continue;
    if (draft.chance(4)) atOnce(draft, item, fitting);
    else again(draft, item, draft.pick(fitting));
    if (draft.chance(6)) settle(draft);
    if (draft.chance(8)) draft.add({ by: item.by, ask: 'GET /v1/balance' });
    if (draft.chance(10) && draft.can('resend'))
      draft.add({ control: 'POST /merchants/{merchantId}/deliveries/{id}/resend', by: item.by, names: {} });
  }
}

/** Refunds of equal parts, then one more than is left, and a repetition of the last that was right. */
function inParts(draft: Draft, of?: Item): void {
  const parent = of ?? brought(draft, 'checkout', 'succeeded');
  if (parent === null) return;
  const parts = draft.pick([2, 3, 5, 6, 8]);
  const refund = (amount: number) => creates(draft, 'refund', { by: parent.by, parent, amount });
  let last: Item = parent;
  for (let part = 0; part < parts; part++) last = refund(Math.max(1, Math.floor(parent.amount / parts)));
  if (draft.chance(2)) last = refund(Math.max(1, parent.left));
  refund(parent.left + 1);
  draft.add(last.creation);
}

/** Once as a rule; and now and then again and again, where a rule may count. */
function again(draft: Draft, item: Item, trigger: Trigger): void {
  if (trigger.name === 'refund' && item.kind === 'checkout' && item.state === 'succeeded' && draft.chance(2)) {
    inParts(draft, item);
    return;
  }
  const times = draft.chance(6) ? draft.pick([2, 3, 6]) : 1;
  for (let turn = 0; turn < times; turn++) trigger.happens(item, draft);
}

/** Two requests or steps about one object, begun at the same moment. */
function atOnce(draft: Draft, item: Item, fitting: readonly Trigger[]): void {
  const before = draft.steps.length;
  draft.pick([twice, twoBodies, another])(draft, item, fitting);
  const pair = draft.steps.splice(before);
  // Time passes for all, and a wallet is there before it is asked for.
  const isApart = (step: Step) => 'seconds' in step || ('control' in step && step.control === 'POST /wallets');
  draft.steps.push(...pair.filter(isApart));
  const together = pair.filter((step) => !isApart(step));
  if (together.length > 1) draft.steps.push({ together });
  else draft.steps.push(...together);
}

/** A creation and its repetition under the same key. */
function twice(draft: Draft, item: Item): void {
  draft.add(anew(draft, item).creation);
}

/** Two creations under the same key. */
function twoBodies(draft: Draft, item: Item): void {
  const made = anew(draft, item);
  triggerNamed(made.kind, 'other body')?.happens(made, draft);
}

/** Two that happen to the same object; the same one twice now and then. */
function another(draft: Draft, item: Item, fitting: readonly Trigger[]): void {
  const first = draft.pick(fitting);
  first.happens(item, draft);
  (draft.chance(2) ? first : draft.pick(fitting)).happens(item, draft);
}

/** Another object of the same kind; of a checkout that was paid a refund. */
function anew(draft: Draft, item: Item): Item {
  const isParent = item.kind === 'checkout' && item.state === 'succeeded';
  const parent = isParent ? item : item.parent;
  return creates(draft, isParent ? 'refund' : item.kind, { by: item.by, ...(parent && { parent }) });
}
