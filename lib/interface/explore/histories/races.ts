import type { Ask } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { create } from '../creations.ts';
import { applyTrigger, bringInto, settle } from './reaching.ts';
import { ALL_SETTLED_S, type Scenario } from './scenario.ts';
import { getRequest } from './triggers.ts';

// Requests that are valid one by one and too much together, sent at the same moment: a service that checks before it
// locks accepts all of them.

const keyedKinds: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow'];

export const races: readonly Scenario[] = [
  {
    name: 'refunds at once that are too much together',
    needs: ['payment-failure'],
    addTo(draft) {
      const parent = bringInto(draft, 'checkout', 'succeeded');
      if (parent === null) return;
      const { amount: paid, by } = parent;
      const parts = draft.pick([
        [paid, paid],
        [paid, paid, paid, paid],
        [Math.ceil(paid / 2), Math.ceil(paid / 2), Math.ceil(paid / 2), 1],
        [paid - 1, 2, 1],
      ]);
      // An earlier refund, which may fail, changes what is left.
      if (draft.chance(3)) create(draft, 'refund', { by, parent, amount: 1, fails: draft.chance(2) });
      const refunds = draft.together(() => parts.map((amount) => create(draft, 'refund', { by, parent, amount })));
      settle(draft);
      for (const refund of refunds) draft.add(getRequest(refund));
      draft.add(getRequest(parent));
      create(draft, 'refund', { by, parent, amount: paid });
    },
  },
  {
    name: 'one reference, several at once',
    addTo(draft) {
      const kind = draft.pick(keyedKinds);
      const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
      if (parent === null) return;
      const by = parent?.by ?? draft.actor();
      const item = create(draft, kind, { by, ...(parent && { parent }), amount: parent ? 1 : 20_000 });
      const creation = draft.steps.pop() as Ask;
      const others = draft.pick([[1], [1, 2], [1, 2, 3, 4]]).map((): Ask => ({ ...creation, key: draft.key() }));
      draft.add({ together: [creation, ...others] }, getRequest(item));
      settle(draft);
      draft.add(getRequest(item));
      if (parent) create(draft, 'refund', { by, parent, amount: parent.amount - 1 });
    },
  },
  {
    name: 'one key, several at once',
    addTo(draft) {
      const kind = draft.pick(keyedKinds);
      const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
      if (parent === null) return;
      const item = create(draft, kind, { by: parent?.by ?? draft.actor(), ...(parent && { parent, amount: 1 }) });
      const creation = draft.steps.pop() as Ask;
      draft.add({ together: draft.pick([3, 6].map((times) => Array<Ask>(times).fill(creation))) });
      draft.add(getRequest(item), creation);
      settle(draft);
      draft.add(getRequest(item));
    },
  },
  {
    name: 'live payouts at once that are too much together',
    needs: ['live', 'payment-failure', 'clock'],
    addTo(draft) {
      const checkout = create(draft, 'checkout', { by: 'live', amount: 60_000 });
      applyTrigger(draft, checkout, 'pay');
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      const amounts = draft.pick([
        [60_000, 60_000],
        [40_000, 40_000, 40_000, 20_000],
        [60_000, 1, 59_999],
      ]);
      const payouts = draft.together(() => amounts.map((amount) => create(draft, 'payout', { by: 'live', amount })));
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      for (const payout of payouts) draft.add(getRequest(payout));
      create(draft, 'payout', { by: 'live', amount: 20_000 });
    },
  },
  {
    name: 'two ends at once',
    needs: ['payment-failure'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['escrow', 'escrow', 'escrow', 'wallet link', 'checkout']);
      const [state = '', deeds = []] = draft.pick(Object.entries(ends[kind] ?? {}));
      const item = bringInto(draft, kind, state);
      if (item === null) return;
      draft.together(() => {
        for (const name of [...draft.some(deeds, 2), draft.pick(deeds)]) applyTrigger(draft, item, name);
      });
      draft.add(getRequest(item), { seconds: 60 }, getRequest(item));
      if (draft.can('clock')) draft.add({ seconds: ALL_SETTLED_S }, getRequest(item));
      draft.add({ by: item.by, ask: 'GET /v1/balance' });
    },
  },
];

/** By kind: the states that can end in several ways, and the triggers that end them. */
const ends: Readonly<Partial<Record<ObjectKind, Readonly<Record<string, readonly string[]>>>>> = {
  checkout: { pending: ['pay', 'fail to pay'] },
  escrow: {
    pending_payment: ['pay', 'cancel'],
    funded: ['release', 'refund', 'dispute', 'buyer release'],
    disputed: ['release', 'refund', 'buyer release'],
  },
  'wallet link': {
    PENDING: ['approve', 'reject', 'owner approve', 'owner reject', 'unlink'],
    APPROVED: ['unlink', 'owner unlink'],
  },
};
