import type { ReceiverAnswer } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import type { Capability } from '../../register/types.ts';
import { creates } from '../creations.ts';
import { type Draft, type Item, SETTLED } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { does } from './reaching.ts';

// Stories about deliveries: receivers with various answers, many outstanding events, the console's list and its Resend.

interface Scene {
  readonly needs: readonly Capability[];
  /** How often it is drawn, relative to the others. Default 1. */
  readonly weight?: number;
  happens(draft: Draft): void;
}

const MINUTE = 60;
const HOUR = 3_600;

const GOOD: readonly ReceiverAnswer[] = [200, 201, 202, 204, 206, 226, 299, 'slow'];
const BAD: readonly ReceiverAnswer[] = [
  ...[500, 501, 502, 503, 504],
  ...[400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 451],
  ...[300, 301, 302, 303, 304, 307, 308],
  'cut',
];

/** Triggers on one object, each of which causes an event. */
interface Life {
  readonly kind: ObjectKind;
  readonly fails?: true;
  readonly way: readonly string[];
}
const payout: Life = { kind: 'payout', way: ['settle'] };
const lives: readonly Life[] = [
  payout,
  { kind: 'payout', fails: true, way: ['settle'] },
  { kind: 'checkout', way: ['pay'] },
  { kind: 'checkout', way: ['fail to pay'] },
  { kind: 'checkout', way: ['pay', 'refund', 'settle', 'refund', 'settle'] },
  { kind: 'escrow', way: ['cancel'] },
  { kind: 'escrow', way: ['pay', 'release'] },
  { kind: 'escrow', way: ['pay', 'dispute', 'refund'] },
  { kind: 'escrow', way: ['pay', 'buyer release'] },
  { kind: 'wallet link', way: ['approve', 'unlink'] },
  { kind: 'wallet link', way: ['owner approve', 'owner unlink'] },
  { kind: 'wallet link', way: ['owner reject'] },
];

/** Draws the answers to the attempts of one event. */
function answersOf(draft: Draft): ReceiverAnswer[] {
  const bad = () => draft.pick(BAD);
  const same = bad();
  const times = draft.pick([1, 1, 2, 2, 3, 4, 5]);
  return draft.pick<() => ReceiverAnswer[]>([
    () => [same],
    () => [same],
    () => [...Array.from({ length: times }, () => same), draft.pick(GOOD)],
    () => [...Array.from({ length: times }, () => same), bad(), bad(), bad()],
    () => [...Array.from({ length: times }, bad), draft.pick(GOOD)],
    () => Array.from({ length: 6 }, bad),
    () => [draft.pick(GOOD), draft.pick(GOOD)],
  ])();
}

interface Happening {
  /** Null: the answers that the merchant's receiver gives to all events. */
  readonly answers: readonly ReceiverAnswer[] | null;
  /** Seconds between its events. */
  readonly between?: number;
  readonly life?: Life;
}

/** Adds an object and its events. */
function happens(draft: Draft, by: Actor, { answers, between = 0, life }: Happening): void {
  const { kind, fails, way } = life ?? draft.pick(lives);
  const item = creates(draft, kind, {
    by,
    amount: kind === 'wallet link' ? 1 : 20_000,
    ...(fails && { fails }),
  });
  if (answers !== null) draft.add({ receiver: by, answers, about: `{${item.name}}` });
  for (const [turn, name] of way.entries()) {
    if (turn > 0 && between > 0) draft.add({ seconds: between });
    if (name === 'settle') draft.add({ seconds: SETTLED });
    else does(draft, item, name);
  }
}

/** Waits that cover the retry schedule, in steps or at once. */
const courses: readonly (readonly number[])[] = [
  [100],
  [8 * MINUTE],
  [100, 6 * MINUTE, 40 * MINUTE],
  [100, 6 * MINUTE, 40 * MINUTE, 3 * HOUR, 14 * HOUR],
  [18 * HOUR],
  [27 * HOUR],
  [42 * HOUR],
  [42 * HOUR],
  [10, 42 * HOUR],
  [3 * HOUR, 39 * HOUR],
];

function passes(draft: Draft): void {
  for (const seconds of draft.pick(courses)) draft.add({ seconds });
}

function looksAtList(draft: Draft, by: Actor): void {
  if (draft.can('deliveries')) draft.add({ control: 'GET /merchants/{merchantId}/deliveries', by, names: {} });
}

function resends(draft: Draft, by: Actor): void {
  if (!draft.can('resend')) return;
  const names = { entry: `${draft.pick([0, 1, 2, 3, 5, 8])}` };
  const times = draft.pick([1, 1, 1, 2, 3]);
  for (let turn = 0; turn < times; turn++)
    draft.add({ control: 'POST /merchants/{merchantId}/deliveries/{id}/resend', by, names });
}

function changesAddress(draft: Draft, by: Actor, webhookUrl: string | null): void {
  draft.add({ control: 'PATCH /merchants/{merchantId}', by, names: {}, body: { webhookUrl } });
}

const rotates = (draft: Draft, by: Actor) =>
  draft.add({ control: 'POST /merchants/{merchantId}/rotate-webhook-secret', by, names: {} });

const scenes: readonly Scene[] = [
  {
    // Several objects with various answers, each twice: an answer that is lost once is not lost twice.
    needs: [],
    weight: 3,
    happens(draft) {
      const count = draft.pick([1, 4, 6, 7]);
      for (let turn = 0; turn < count; turn++) {
        const answers = answersOf(draft);
        const life = draft.chance(2) ? draft.pick(lives) : payout;
        for (let each = 0; each < 2; each++) happens(draft, 'a', { answers, life });
      }
      passes(draft);
    },
  },
  {
    // Many deliveries are outstanding.
    needs: [],
    happens(draft) {
      draft.add({ receiver: 'a', answers: [draft.pick(BAD)] });
      const count = draft.pick([6, 12, 14]);
      for (let turn = 0; turn < count; turn++) creates(draft, 'payout', { by: 'a', amount: 10_000 });
      draft.add({ seconds: SETTLED });
      for (let turn = 0; turn < 2; turn++) creates(draft, 'payout', { by: 'a', amount: 10_000 });
      draft.add({ seconds: SETTLED });
      passes(draft);
    },
  },
  {
    // Later events of an object, while earlier ones are being retried.
    needs: [],
    happens(draft) {
      draft.add({ receiver: 'a', answers: draft.pick([[draft.pick(BAD)], answersOf(draft)]) });
      happens(draft, 'a', { answers: null, between: draft.pick([10, 3 * MINUTE, 20 * MINUTE, HOUR]) });
      passes(draft);
    },
  },
  {
    // Resends, of deliveries in any state, once or several times, answered with success or failure.
    needs: ['deliveries', 'resend'],
    weight: 3,
    happens(draft) {
      const count = draft.pick([1, 2, 3]);
      for (let turn = 0; turn < count; turn++)
        happens(draft, 'a', {
          answers: draft.pick([[200], [500], [draft.pick(BAD)], [503, 204]]),
          between: draft.pick([0, 10]),
        });
      draft.add({ seconds: draft.pick([20, 8 * MINUTE, 3 * HOUR, 42 * HOUR]) });
      looksAtList(draft, 'a');
      if (draft.chance(4) && draft.can('webhook-url')) changesAddress(draft, 'a', draft.pick(['another', 'own']));
      if (draft.chance(3) && draft.can('rotate-secret')) rotates(draft, 'a');
      for (const item of draft.items)
        draft.add({ receiver: 'a', answers: [draft.pick([200, 200, 500, 404])], about: `{${item.name}}` });
      resends(draft, 'a');
      if (draft.chance(2)) resends(draft, 'a');
      draft.add({ seconds: draft.pick([20 * MINUTE, 42 * HOUR]) });
    },
  },
  {
    // Another address, none, and the first again; another secret.
    needs: ['webhook-url', 'rotate-secret'],
    weight: 2,
    happens(draft) {
      const settings = draft.pick<(string | null)[]>([
        ['another'],
        [null, 'own'],
        ['another', 'own'],
        [null, 'another'],
        ['own'],
      ]);
      if (draft.chance(2)) happens(draft, 'a', { answers: [draft.pick([200, 500])] });
      if (draft.chance(2)) for (const each of settings) changesAddress(draft, 'a', each);
      const times = draft.pick([0, 1, 2, 2, 3]);
      for (let turn = 0; turn < times; turn++) rotates(draft, 'a');
      // The next event certainly occurs after the changes.
      draft.add({ seconds: 10 });
      happens(draft, 'a', { answers: draft.pick([[200], [500, 200]]) });
      draft.add({ seconds: draft.pick([100, 27 * HOUR]) });
    },
  },
  {
    // One reference of two merchants: their events are independent.
    needs: ['other-merchant'],
    happens(draft) {
      const kind = draft.pick<ObjectKind>(['payout', 'checkout', 'escrow']);
      const item = creates(draft, kind, { by: 'a', amount: 20_000 });
      const creation = { ...item.creation, by: 'b', key: draft.name('k') } as const;
      const theirs: Item = { ...item, by: 'b', creation, keyed: [creation] };
      draft.add(creation);
      draft.items.push(theirs);
      if (draft.chance(2)) draft.add({ receiver: 'a', answers: answersOf(draft) });
      const trigger = {
        payout: '',
        checkout: draft.pick(['pay', 'fail to pay']),
        escrow: draft.pick(['cancel', 'pay']),
      };
      for (const each of [item, theirs]) does(draft, each, trigger[kind as keyof typeof trigger]);
      draft.add({ seconds: SETTLED });
      passes(draft);
      looksAtList(draft, 'b');
    },
  },
];

/** Composes such a story; returns false where that is not possible here. */
export function delivers(draft: Draft): boolean {
  const possible = scenes.filter(({ needs }) => needs.every((need) => draft.can(need)));
  if (!draft.can('webhooks') || !draft.can('clock') || possible.length === 0) return false;
  draft.pick(possible.flatMap((scene) => Array<Scene>(scene.weight ?? 1).fill(scene))).happens(draft);
  looksAtList(draft, 'a');
  // Attempts that were under way when the list was read have ended by then.
  draft.add({ seconds: 60 });
  looksAtList(draft, 'a');
  return true;
}
