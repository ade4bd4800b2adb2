import fc from 'fast-check';
import { namesIn, type Story } from '../../engine/explore/story.ts';
import type { ObjectKind } from '../model/machine.ts';
import type { Capability } from '../register/types.ts';
import { create } from './creations.ts';
import { DAY_S, Draft, type Item } from './draft.ts';
import { addRaces } from './histories/races.ts';
import { bringInto, isPossible, reach, settle, ways } from './histories/reaching.ts';
import { addDeliverySteps } from './histories/receivers.ts';
import { ALL_SETTLED_S, weighted } from './histories/scenario.ts';
import { scenarios } from './histories/scenarios.ts';
import { getRequest, type Trigger, triggerNamed, triggers } from './histories/triggers.ts';

export interface Composing {
  readonly seed: number;
  /** Pairs that the story should reach, where the target's capabilities allow it. */
  readonly goals: readonly string[];
  readonly missing: Readonly<Partial<Record<Capability, string>>>;
}

/** One story in this many is about the delivery of events. */
const DELIVERY_STORY_FREQUENCY = 3;

/**
 * One of the other stories in this many consists of races; a quarter of that while pairs are missing. A race shows a defect in some runs only, so
 * many are needed.
 */
const RACE_STORY_FREQUENCY = 3;

const kinds: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow', 'wallet link'];

/** Composes a story from a seed: first steps towards the goals, then random steps; at the end everything is read. */
export function compose({ seed, goals, missing }: Composing): Story {
  const [g] = fc.sample(fc.gen(), { seed, numRuns: 1 });
  if (g === undefined) return [];
  const draft = new Draft(g, missing);
  // While pairs are missing, stories about deliveries are half as frequent.
  const isSteered = goals.length > 1;
  if (draft.chance(isSteered ? 2 * DELIVERY_STORY_FREQUENCY : DELIVERY_STORY_FREQUENCY) && addDeliverySteps(draft)) {
    // Some of them read all objects as well: their states do not depend on whether a receiver acknowledged an event.
    if (draft.chance(3)) readEverything(draft);
    return draft.steps;
  }
  if (draft.chance(isSteered ? 4 * RACE_STORY_FREQUENCY : RACE_STORY_FREQUENCY) && addRaces(draft)) {
    settle(draft);
    readEverything(draft);
    return draft.steps;
  }
  for (const goal of goals) reach(draft, goal);
  addRandomSteps(
    draft,
    isSteered ? { lengths: [0, 4, 8], scenes: [0] } : { lengths: [0, 0, 0, 8, 16], scenes: [1, 2, 3, 4] },
  );
  settle(draft);
  readEverything(draft);
  return draft.steps;
}

/** Reads all objects and balances; in some stories again after a day or more, when nothing can be under way any more. */
function readEverything(draft: Draft): void {
  const all = () => {
    for (const item of draft.items) if (!isJustRead(draft, item)) draft.add(getRequest(item));
    for (const by of new Set(draft.items.map((item) => item.by))) draft.add({ by, ask: 'GET /v1/balance' });
  };
  all();
  if (!draft.can('clock') || !draft.chance(3)) return;
  draft.add({ seconds: draft.pick([DAY_S, ALL_SETTLED_S]) });
  all();
}

/** Whether nothing has happened to it, and no time has passed, since it was read. */
function isJustRead({ steps }: Draft, item: Item): boolean {
  const last = steps.findLast((step) => 'seconds' in step || namesIn(step).includes(item.name));
  return last !== undefined && 'ask' in last && last.ask === getRequest(item).ask && last.by === item.by;
}

/** Adds random steps, with only some of the kinds and triggers: what is left out makes room for longer sequences of the rest. */
function addRandomSteps(
  draft: Draft,
  { lengths, scenes }: { readonly lengths: readonly number[]; readonly scenes: readonly number[] },
): void {
  const own = draft.g(fc.subarray<ObjectKind>, [...kinds], { minLength: 1, maxLength: 3 });
  const some = draft.g(fc.subarray<Trigger>, [...triggers], { minLength: 8 }).filter((each) => isPossible(draft, each));
  const length = draft.pick(lengths);
  if (own.includes('refund') && draft.chance(3)) inParts(draft);
  const fitting = weighted(scenarios.filter((each) => (each.needs ?? []).every((need) => draft.can(need))));
  for (const scene of draft.some(fitting, draft.pick(scenes))) scene.addTo(draft);
  for (let turn = 0; turn < length; turn++) {
    const items = draft.items.filter(({ kind }) => own.includes(kind));
    if (items.length === 0 || draft.chance(5)) {
      const kind = draft.pick(own);
      const first = Object.keys(ways[kind])[0] ?? '';
      bringInto(draft, kind, draft.chance(2) ? first : draft.pick(Object.keys(ways[kind])));
      continue;
    }
    const item = draft.pick(items);
    const fitting = some.filter(({ kinds: of }) => of.includes(item.kind));
    if (fitting.length === 0) continue;
    if (draft.chance(4)) atOnce(draft, item, fitting);
    else repeat(draft, item, draft.pick(fitting));
    if (draft.chance(6)) settle(draft);
    if (draft.chance(8)) draft.add({ by: item.by, ask: 'GET /v1/balance' });
    if (draft.chance(10) && draft.can('resend'))
      draft.add({ control: 'POST /merchants/{merchantId}/deliveries/{id}/resend', by: item.by, names: {} });
  }
}

/** Refunds in equal parts, then one above what is left, and a repetition of the last valid one. */
function inParts(draft: Draft, of?: Item): void {
  const parent = of ?? bringInto(draft, 'checkout', 'succeeded');
  if (parent === null) return;
  const parts = draft.pick([2, 3, 5, 6, 8, 12]);
  const refund = (amount: number) => create(draft, 'refund', { by: parent.by, parent, amount });
  let last: Item = parent;
  for (let part = 0; part < parts; part++) last = refund(Math.max(1, Math.floor(parent.amount / parts)));
  if (draft.chance(2)) last = refund(Math.max(1, parent.left));
  refund(parent.left + 1);
  draft.add(last.creation);
}

/** Usually once; sometimes several times, for rules that count. */
function repeat(draft: Draft, item: Item, trigger: Trigger): void {
  if (trigger.name === 'refund' && item.kind === 'checkout' && item.state === 'succeeded' && draft.chance(2)) {
    inParts(draft, item);
    return;
  }
  const times = draft.chance(6) ? draft.pick([2, 3, 6]) : 1;
  for (let turn = 0; turn < times; turn++) trigger.addTo(item, draft);
}

/** Two requests or steps about one object that begin at the same moment. */
function atOnce(draft: Draft, item: Item, fitting: readonly Trigger[]): void {
  draft.together(() => draft.pick([twice, twoBodies, another])(draft, item, fitting));
}

/** A creation and its repetition with the same key. */
function twice(draft: Draft, item: Item): void {
  draft.add(createAnother(draft, item).creation);
}

/** Two creations with the same key and different bodies. */
function twoBodies(draft: Draft, item: Item): void {
  const made = createAnother(draft, item);
  triggerNamed(made.kind, 'other body')?.addTo(made, draft);
}

/** Two triggers on the same object, half of the time the same trigger twice. */
function another(draft: Draft, item: Item, fitting: readonly Trigger[]): void {
  const first = draft.pick(fitting);
  first.addTo(item, draft);
  (draft.chance(2) ? first : draft.pick(fitting)).addTo(item, draft);
}

/** Creates another object of the same kind; for a paid checkout a refund of it. */
function createAnother(draft: Draft, item: Item): Item {
  const isParent = item.kind === 'checkout' && item.state === 'succeeded';
  const parent = isParent ? item : item.parent;
  return create(draft, isParent ? 'refund' : item.kind, { by: item.by, ...(parent && { parent }) });
}
