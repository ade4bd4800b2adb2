import type { Ask } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { create, makeWallet } from '../creations.ts';
import type { Draft, Item } from '../draft.ts';
import { applyTrigger, bringInto, isPossible, settle } from './reaching.ts';
import { ALL_SETTLED_S, type Scenario, weighted } from './scenario.ts';
import { getRequest, triggerNamed } from './triggers.ts';

// Requests that are valid one by one and too much together, sent at the same moment: a service that checks before it
// locks accepts all of them, and one that takes back too much refuses all.

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
    weight: 2,
    addTo(draft) {
      for (const kind of draft.some(keyedKinds, 3)) {
        const made = unsent(draft, kind);
        if (made === null) continue;
        const { creation, item, parent } = made;
        const others = draft.pick([[1], [1, 2], [1, 2, 3, 4]]).map((): Ask => ({ ...creation, key: draft.key() }));
        draft.add({ together: [creation, ...others] }, getRequest(item));
        settle(draft);
        draft.add(getRequest(item));
        if (parent) create(draft, 'refund', { by: parent.by, parent, amount: parent.amount - 1 });
      }
    },
  },
  {
    name: 'one key, several at once',
    addTo(draft) {
      for (const kind of draft.some(keyedKinds, 2)) {
        const made = unsent(draft, kind);
        if (made === null) continue;
        const { creation, item } = made;
        draft.add({ together: draft.pick([3, 6].map((times) => Array<Ask>(times).fill(creation))) });
        draft.add(getRequest(item), creation);
        settle(draft);
        draft.add(getRequest(item));
      }
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
        [60_000, 60_000, 60_000],
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
    name: 'several ends of one at once',
    weight: 2,
    needs: ['payment-failure'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['escrow', 'wallet link', 'wallet link', 'checkout']);
      const items = [1, 2, 3].flatMap(() => {
        const state = draft.pick(Object.keys(ends[kind] ?? {}));
        return bringInto(draft, kind, state) ?? [];
      });
      for (const item of items) endAtOnce(draft, item);
      for (const item of items) draft.add(getRequest(item));
      draft.add({ seconds: draft.can('clock') ? ALL_SETTLED_S : 60 });
      for (const item of items) draft.add(getRequest(item));
      for (const by of new Set(items.map(({ by }) => by))) draft.add({ by, ask: 'GET /v1/balance' });
    },
  },
  {
    name: 'several ends of one escrow at once, and what its wallets have',
    weight: 2,
    needs: ['wallets', 'wallet-owner', 'escrow-buyer-email', 'clock'],
    addTo(draft) {
      // A wallet of its own for each: what one escrow paid wrongly must not be hidden by another.
      const wallets = [1, 2, 3].map(() => ({ seller: readable(draft), fees: readable(draft) }));
      const escrows = wallets.map(({ seller, fees }) => {
        const change = { seller: { walletId: seller }, feeAmount: 333, feeWalletId: fees };
        const escrow = create(draft, 'escrow', { by: 'a', amount: 50_000, change });
        for (const name of draft.pick([['pay'], ['pay'], ['pay', 'dispute']])) applyTrigger(draft, escrow, name);
        return escrow;
      });
      for (const escrow of escrows) endAtOnce(draft, escrow);
      draft.add({ seconds: ALL_SETTLED_S }, ...escrows.map((escrow) => getRequest(escrow)));
      for (const { seller, fees } of wallets)
        draft.add(...[seller, fees].map((wallet): Ask => ({ by: 'a', ask: `GET /v1/wallets/${wallet}/balance` })));
    },
  },
];

/** Several of them in one story. Returns false where the target allows none. */
export function addRaces(draft: Draft): boolean {
  const fitting = weighted(races.filter(({ needs = [] }) => needs.every((need) => draft.can(need))));
  for (const race of draft.some(fitting, 3)) race.addTo(draft);
  return draft.steps.length > 0;
}

/** A creation that has not been sent yet; that of a refund is of 1 kobo. */
function unsent(
  draft: Draft,
  kind: ObjectKind,
): { readonly creation: Ask; readonly item: Item; readonly parent: Item | undefined } | null {
  const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
  if (parent === null) return null;
  const by = parent?.by ?? draft.actor();
  const item = create(draft, kind, { by, ...(parent && { parent }), amount: parent ? 1 : 20_000 });
  return { creation: draft.steps.pop() as Ask, item, parent };
}

/** A new wallet of sandbox whose balance merchant A may read. Returns its placeholder. */
function readable(draft: Draft): string {
  const walletId = `{${makeWallet(draft, 'a')}}`;
  const link = create(draft, 'wallet link', { by: 'a', change: { walletId } });
  applyTrigger(draft, link, 'owner approve');
  return walletId;
}

/** Two or three of the things that end it, some of them twice. */
function endAtOnce(draft: Draft, item: Item): void {
  const deeds = (ends[item.kind]?.[item.state] ?? []).filter((name) =>
    isPossible(draft, triggerNamed(item.kind, name)),
  );
  if (deeds.length === 0) return;
  const names = draft.pick([draft.some(deeds, 2), [...draft.some(deeds, 2), draft.pick(deeds)]]);
  const twice = draft.chance(3) ? names.slice(0, 1) : [];
  draft.together(() => {
    for (const name of [...names, ...twice]) applyTrigger(draft, item, name);
  });
}

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
