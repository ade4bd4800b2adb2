import type { ReceiverAnswer } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import type { Capability } from '../../register/types.ts';
import { type Change, create } from '../creations.ts';
import { DAY_S, type Draft, type Item, SETTLED_S } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { applyTrigger } from './reaching.ts';
import { walk, weighted } from './scenario.ts';

// Stories about deliveries: receivers with various answers, many outstanding events, the console's list and its Resend.

interface DeliveryScenario {
  readonly needs: readonly Capability[];
  /** How often it is drawn, relative to the others. Default 1. */
  readonly weight?: number;
  addTo(draft: Draft): void;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

const ACKNOWLEDGING_ANSWERS: readonly ReceiverAnswer[] = [200, 201, 202, 204, 206, 226, 299, 'slow'];
const FAILING_ANSWERS: readonly ReceiverAnswer[] = [
  ...[500, 501, 502, 503, 504],
  ...[400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 451],
  ...[300, 301, 302, 303, 304, 307, 308],
  'cut',
];

/** Triggers on one object, each of which causes an event; `day`: a day passes, which causes it. */
interface EventSource {
  readonly kind: ObjectKind;
  readonly fails?: true;
  readonly change?: Change;
  readonly triggers: readonly string[];
}
const payout: EventSource = { kind: 'payout', triggers: ['settle'] };
const eventSources: readonly EventSource[] = [
  payout,
  { kind: 'payout', fails: true, triggers: ['settle'] },
  { kind: 'checkout', triggers: ['pay'] },
  { kind: 'checkout', triggers: ['fail to pay'] },
  { kind: 'checkout', triggers: ['pay', 'refund', 'settle', 'refund', 'settle'] },
  { kind: 'escrow', triggers: ['cancel'] },
  { kind: 'escrow', triggers: ['pay', 'release'] },
  { kind: 'escrow', triggers: ['pay', 'dispute', 'refund'] },
  { kind: 'escrow', triggers: ['pay', 'buyer release'] },
  { kind: 'wallet link', triggers: ['approve', 'unlink'] },
  { kind: 'wallet link', triggers: ['owner approve', 'owner unlink'] },
  { kind: 'wallet link', triggers: ['owner reject'] },
  { kind: 'checkout', triggers: ['day'] },
  { kind: 'escrow', triggers: ['day'] },
  { kind: 'escrow', change: { autoReleaseHours: 2 }, triggers: ['pay', 'day'] },
  { kind: 'wallet link', triggers: ['day'] },
  { kind: 'wallet link', triggers: ['owner approve', 'newer request', 'owner approve', 'owner unlink'] },
];

/** Draws the answers to the attempts of one event. */
function answersOf(draft: Draft): ReceiverAnswer[] {
  const bad = () => draft.pick(FAILING_ANSWERS);
  const same = bad();
  const times = draft.pick([1, 1, 2, 2, 3, 4, 5]);
  return draft.pick<() => ReceiverAnswer[]>([
    () => [same],
    () => [same],
    () => [...Array.from({ length: times }, () => same), draft.pick(ACKNOWLEDGING_ANSWERS)],
    () => [...Array.from({ length: times }, () => same), bad(), bad(), bad()],
    () => [...Array.from({ length: times }, bad), draft.pick(ACKNOWLEDGING_ANSWERS)],
    () => Array.from({ length: 6 }, bad),
    () => [draft.pick(ACKNOWLEDGING_ANSWERS), draft.pick(ACKNOWLEDGING_ANSWERS)],
  ])();
}

interface EventOptions {
  /** Null: the answers that the merchant's receiver gives to all events. */
  readonly answers: readonly ReceiverAnswer[] | null;
  /** Seconds between its events. */
  readonly between?: number;
  readonly life?: EventSource;
}

/** Adds an object and its events. */
function addEvents(draft: Draft, by: Actor, { answers, between = 0, life }: EventOptions): void {
  const { kind, fails, change, triggers: way } = life ?? draft.pick(eventSources);
  const item = create(draft, kind, {
    by,
    amount: kind === 'wallet link' ? 1 : 20_000,
    ...(fails && { fails }),
    ...(change && { change }),
  });
  if (answers !== null) draft.add({ receiver: by, answers, about: `{${item.name}}` });
  for (const [turn, name] of way.entries()) {
    if (turn > 0 && between > 0) draft.add({ seconds: between });
    if (name === 'settle') draft.add({ seconds: SETTLED_S });
    else if (name === 'day') draft.add({ seconds: DAY_S });
    else applyTrigger(draft, item, name);
  }
}

/** Waits that cover the retry schedule, in steps or at once. */
const waitPlans: readonly (readonly number[])[] = [
  [100],
  [8 * MINUTE_S],
  [100, 6 * MINUTE_S, 40 * MINUTE_S],
  [100, 6 * MINUTE_S, 40 * MINUTE_S, 3 * HOUR_S, 14 * HOUR_S],
  [18 * HOUR_S],
  [27 * HOUR_S],
  [42 * HOUR_S],
  [42 * HOUR_S],
  [10, 42 * HOUR_S],
  [3 * HOUR_S, 39 * HOUR_S],
];

function addWaits(draft: Draft): void {
  for (const seconds of draft.pick(waitPlans)) draft.add({ seconds });
}

function readList(draft: Draft, by: Actor): void {
  if (draft.can('deliveries')) draft.add({ control: 'GET /merchants/{merchantId}/deliveries', by, names: {} });
}

function resend(draft: Draft, by: Actor): void {
  if (!draft.can('resend')) return;
  const names = { entry: `${draft.pick([0, 1, 2, 3, 5, 8])}` };
  const times = draft.pick([1, 1, 1, 2, 3]);
  for (let turn = 0; turn < times; turn++)
    draft.add({ control: 'POST /merchants/{merchantId}/deliveries/{id}/resend', by, names });
}

function changeAddress(draft: Draft, by: Actor, webhookUrl: string | null): void {
  draft.add({ control: 'PATCH /merchants/{merchantId}', by, names: {}, body: { webhookUrl } });
}

const rotateSecret = (draft: Draft, by: Actor) =>
  draft.add({ control: 'POST /merchants/{merchantId}/rotate-webhook-secret', by, names: {} });

const timed = eventSources.filter(({ triggers }) => triggers.includes('day'));

const deliveryScenarios: readonly DeliveryScenario[] = [
  {
    // Several objects with various answers, each twice: an answer that is lost once is not lost twice.
    needs: [],
    weight: 3,
    addTo(draft) {
      const count = draft.pick([1, 4, 6, 7]);
      for (let turn = 0; turn < count; turn++) {
        const answers = answersOf(draft);
        const life = draft.chance(2) ? draft.pick(eventSources) : payout;
        for (let each = 0; each < 2; each++) addEvents(draft, 'a', { answers, life });
      }
      addWaits(draft);
    },
  },
  {
    // Many deliveries are outstanding.
    needs: [],
    addTo(draft) {
      draft.add({ receiver: 'a', answers: [draft.pick(FAILING_ANSWERS)] });
      const count = draft.pick([6, 12, 14]);
      for (let turn = 0; turn < count; turn++) create(draft, 'payout', { by: 'a', amount: 10_000 });
      draft.add({ seconds: SETTLED_S });
      for (let turn = 0; turn < 2; turn++) create(draft, 'payout', { by: 'a', amount: 10_000 });
      draft.add({ seconds: SETTLED_S });
      addWaits(draft);
    },
  },
  {
    // Later events of an object, while earlier ones are being retried.
    needs: [],
    addTo(draft) {
      draft.add({ receiver: 'a', answers: draft.pick([[draft.pick(FAILING_ANSWERS)], answersOf(draft)]) });
      addEvents(draft, 'a', { answers: null, between: draft.pick([10, 3 * MINUTE_S, 20 * MINUTE_S, HOUR_S]) });
      addWaits(draft);
    },
  },
  {
    // Resends, of deliveries in any state, once or several times, answered with success or failure.
    needs: ['deliveries', 'resend'],
    weight: 3,
    addTo(draft) {
      const count = draft.pick([1, 2, 3]);
      for (let turn = 0; turn < count; turn++)
        addEvents(draft, 'a', {
          answers: draft.pick([[200], [500], [draft.pick(FAILING_ANSWERS)], [503, 204]]),
          between: draft.pick([0, 10]),
        });
      draft.add({ seconds: draft.pick([20, 8 * MINUTE_S, 3 * HOUR_S, 42 * HOUR_S]) });
      readList(draft, 'a');
      if (draft.chance(4) && draft.can('webhook-url')) changeAddress(draft, 'a', draft.pick(['another', 'own']));
      if (draft.chance(3) && draft.can('rotate-secret')) rotateSecret(draft, 'a');
      for (const item of draft.items)
        draft.add({ receiver: 'a', answers: [draft.pick([200, 200, 500, 404])], about: `{${item.name}}` });
      resend(draft, 'a');
      if (draft.chance(2)) resend(draft, 'a');
      draft.add({ seconds: draft.pick([20 * MINUTE_S, 42 * HOUR_S]) });
    },
  },
  {
    // Another address, none, and the first again; another secret.
    needs: ['webhook-url', 'rotate-secret'],
    weight: 2,
    addTo(draft) {
      const settings = draft.pick<(string | null)[]>([
        ['another'],
        [null, 'own'],
        ['another', 'own'],
        [null, 'another'],
        ['own'],
      ]);
      if (draft.chance(2)) addEvents(draft, 'a', { answers: [draft.pick([200, 500])] });
      if (draft.chance(2)) for (const each of settings) changeAddress(draft, 'a', each);
      const times = draft.pick([0, 1, 2, 2, 3]);
      for (let turn = 0; turn < times; turn++) rotateSecret(draft, 'a');
      // The next event certainly occurs after the changes.
      draft.add({ seconds: 10 });
      addEvents(draft, 'a', { answers: draft.pick([[200], [500, 200]]) });
      draft.add({ seconds: draft.pick([100, 27 * HOUR_S]) });
    },
  },
  {
    // Time alone causes the events: no request is sent meanwhile.
    needs: ['escrow-buyer-email'],
    weight: 2,
    addTo(draft) {
      const answers = draft.pick<ReceiverAnswer[] | null>([null, null, [draft.pick(FAILING_ANSWERS), 200]]);
      for (const life of draft.some(timed, timed.length)) addEvents(draft, 'a', { answers, life });
      draft.add({ seconds: 42 * HOUR_S });
    },
  },
  {
    // Events after the deliveries of others have been given up, or while they are still tried.
    needs: [],
    weight: 2,
    addTo(draft) {
      for (const answers of [[draft.pick(FAILING_ANSWERS)], answersOf(draft)]) addEvents(draft, 'a', { answers });
      draft.add({ seconds: draft.pick([100, HOUR_S, 27 * HOUR_S, 42 * HOUR_S]) });
      for (const answers of [[200], draft.pick([[200], [503, 200]])])
        addEvents(draft, 'a', { answers, between: draft.pick([0, 100]) });
      addWaits(draft);
      draft.add({ seconds: 27 * HOUR_S });
    },
  },
  {
    // Receivers and the console, in any order.
    needs: ['deliveries', 'resend', 'webhook-url', 'rotate-secret'],
    weight: 3,
    addTo(draft) {
      const event = () => addEvents(draft, 'a', { answers: null, between: draft.pick([0, 90, HOUR_S]) });
      event();
      const moves = {
        event,
        otherEvent: event,
        answers: () => draft.add({ receiver: 'a', answers: draft.pick([[200], [503], answersOf(draft)]) }),
        soon: () => draft.add({ seconds: draft.pick([10, 100, 400]) }),
        later: () => draft.add({ seconds: draft.pick([HOUR_S, 13 * HOUR_S, 27 * HOUR_S]) }),
        address: () => changeAddress(draft, 'a', draft.pick(['another', 'own'])),
        secret: () => rotateSecret(draft, 'a'),
        resend: () => resend(draft, 'a'),
        list: () => readList(draft, 'a'),
      };
      walk(draft, moves, draft.pick([5, 8, 12]));
      draft.add({ seconds: 10 });
      event();
      addWaits(draft);
    },
  },
  {
    // One reference of two merchants: their events are independent.
    needs: ['other-merchant'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['payout', 'checkout', 'escrow']);
      const item = create(draft, kind, { by: 'a', amount: 20_000 });
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
      for (const each of [item, theirs]) applyTrigger(draft, each, trigger[kind as keyof typeof trigger]);
      draft.add({ seconds: SETTLED_S });
      addWaits(draft);
      readList(draft, 'b');
    },
  },
];

/** Composes such a story; returns false where that is not possible here. */
export function addDeliverySteps(draft: Draft): boolean {
  const possible = deliveryScenarios.filter(({ needs }) => needs.every((need) => draft.can(need)));
  if (!draft.can('webhooks') || !draft.can('clock') || possible.length === 0) return false;
  draft.pick(weighted(possible)).addTo(draft);
  readList(draft, 'a');
  // Attempts that were under way when the list was read have ended by then.
  draft.add({ seconds: 60 });
  readList(draft, 'a');
  return true;
}
