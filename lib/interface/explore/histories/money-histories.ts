import type { Ask } from '../../../engine/explore/story.ts';
import { create } from '../creations.ts';
import { DAY_S, type Item } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { applyTrigger, settle } from './reaching.ts';
import { ALL_SETTLED_S, type Scenario } from './scenario.ts';
import { getRequest } from './triggers.ts';

// Histories in which only a sum shows whether everything was counted, and counted once.

const HOUR_S = 3_600;

export const moneyHistories: readonly Scenario[] = [
  {
    name: 'refunds on several days',
    needs: ['payment-failure', 'clock'],
    addTo(draft) {
      const parent = create(draft, 'checkout', { by: draft.pick<Actor>(['a', 'a', 'live']), amount: 100_000 });
      if (parent.by === 'live' && !draft.can('live')) return;
      applyTrigger(draft, parent, 'pay');
      for (const turn of [1, 2, 3, 4]) {
        if (draft.chance(2)) draft.add({ seconds: draft.pick([HOUR_S, 20 * HOUR_S, DAY_S, 3 * DAY_S]) });
        create(draft, 'refund', {
          by: parent.by,
          parent,
          amount: draft.pick([1, 25_000, 10_000 * turn]),
          fails: turn === 2,
        });
        settle(draft);
        if (draft.chance(2)) draft.add(getRequest(parent));
      }
      draft.add({ seconds: ALL_SETTLED_S }, getRequest(parent), { by: parent.by, ask: 'GET /v1/balance' });
      create(draft, 'refund', { by: parent.by, parent, amount: 100_000 });
    },
  },
  {
    name: 'equal payments in a row',
    needs: ['payment-failure', 'clock'],
    addTo(draft) {
      const by = draft.pick<Actor>(['a', 'a', draft.actor()]);
      const first = create(draft, 'checkout', { by, amount: draft.pick([20_000, 12_803]) });
      const { reference: _, ...same } = first.creation.body ?? {};
      const others = [1, 2].map(() => {
        const name = draft.name('c');
        const creation: Ask = { ...first.creation, key: draft.key(), body: { reference: `{${name}}`, ...same } };
        const item: Item = { ...first, name, creation, keyed: [creation] };
        draft.add(creation);
        draft.items.push(item);
        return item;
      });
      for (const item of [first, ...others]) applyTrigger(draft, item, 'pay');
      if (draft.chance(2)) create(draft, 'refund', { by, parent: first, amount: first.amount });
      for (const item of [first, ...others]) draft.add(getRequest(item));
      draft.add({ seconds: ALL_SETTLED_S }, { by, ask: 'GET /v1/balance' });
    },
  },
  {
    name: 'more than a page of payments',
    needs: ['payment-failure', 'clock'],
    addTo(draft) {
      // Lists are often read in pages of ten, twenty or twenty-five: a sum must include all pages.
      const by = draft.pick<Actor>(['a', draft.actor()]);
      const paid = [...Array(27).keys()].map((at) => create(draft, 'checkout', { by, amount: 1_000 + at }));
      for (const item of paid) applyTrigger(draft, item, 'pay');
      const [parent] = paid;
      const small = draft.chance(2) ? [...Array(22).keys()] : [];
      if (parent !== undefined) for (const at of small) create(draft, 'refund', { by, parent, amount: 1 + at });
      settle(draft);
      if (parent !== undefined) draft.add(getRequest(parent));
      draft.add({ seconds: ALL_SETTLED_S }, { by, ask: 'GET /v1/balance' });
      if (parent !== undefined) create(draft, 'refund', { by, parent, amount: parent.left + 1 });
    },
  },
  {
    name: 'replays in live, when all is over',
    needs: ['live', 'payment-failure', 'clock'],
    addTo(draft) {
      const paid = create(draft, 'checkout', { by: 'live', amount: 90_000 });
      applyTrigger(draft, paid, 'pay');
      draft.add({ seconds: ALL_SETTLED_S });
      const items = [
        create(draft, 'payout', { by: 'live', amount: 20_000 }),
        create(draft, 'refund', { by: 'live', parent: paid, amount: 10_000 }),
      ];
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      for (const item of [paid, ...items]) applyTrigger(draft, item, 'replay');
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      create(draft, 'payout', { by: 'live', amount: draft.pick([60_000, 60_001]) });
    },
  },
  {
    name: 'large sums',
    needs: ['live', 'payment-failure', 'clock'],
    addTo(draft) {
      const paid = draft.pick([
        [2_000_000_000, 1_000_000],
        [2_000_000_000, 2_000_000_000, 500_000_000],
      ]);
      for (const amount of paid) applyTrigger(draft, create(draft, 'checkout', { by: 'live', amount }), 'pay');
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      for (const amount of [2_000_000_001, draft.pick([2_000_000_000, 1_999_999_999])])
        create(draft, 'payout', { by: 'live', amount });
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
    },
  },
];
