import type { Ask, Fields } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { collections, create } from '../creations.ts';
import type { Draft, Item } from '../draft.ts';
import { histories } from './histories.ts';
import { moneyHistories } from './money-histories.ts';
import { races } from './races.ts';
import { applyTrigger, bringInto, settle, ways } from './reaching.ts';
import { ALL_SETTLED_S, changeSettings, type Scenario } from './scenario.ts';
import { shared } from './shared.ts';
import { getRequest } from './triggers.ts';
import { walks } from './walks.ts';

// Scenes that random single steps hardly ever produce: several objects that are alike, earlier refusals, requests that
// come too early.

const ENDS = ['release', 'refund', 'refund', 'refund', 'buyer release', 'time', 'cancel'];

const keyedKinds: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow'];

/** The same create request with another key, and with `change`. */
function withNewKey(draft: Draft, { creation }: Item, change: Fields = {}): Ask {
  return { ...creation, key: draft.key(), body: { ...creation.body, ...change } };
}

export const scenarios: readonly Scenario[] = [
  ...histories,
  ...moneyHistories,
  ...races,
  ...shared,
  ...walks,
  {
    name: 'several that are alike',
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['checkout', 'payout', 'escrow', 'refund']);
      const state = draft.pick(Object.keys(ways[kind]));
      const first = bringInto(draft, kind, draft.pick(Object.keys(ways[kind])));
      if (first === null) return;
      // The same amount, customer and wallet: what happens to one object must not affect the others.
      const { reference: _, ...same } = first.creation.body ?? {};
      const others = [1, 2].flatMap(() => {
        const name = draft.name('o');
        const creation: Ask = { ...first.creation, key: draft.key(), body: { reference: `{${name}}`, ...same } };
        const state = kind === 'escrow' ? 'pending_payment' : 'pending';
        const item: Item = { ...first, name, creation, state, left: first.amount, keyed: [creation] };
        draft.add(creation);
        draft.items.push(item);
        return item;
      });
      const [way = []] = ways[kind][state] ?? [];
      for (const name of way) if (name !== 'settle' && name !== 'fail') applyTrigger(draft, draft.pick(others), name);
      settle(draft);
      for (const each of [first, ...others]) draft.add(getRequest(each));
    },
  },
  {
    name: 'refused, then right',
    addTo(draft) {
      const kind = draft.pick(keyedKinds);
      const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
      if (parent === null) return;
      const item = create(draft, kind, { by: parent?.by ?? draft.actor(), ...(parent && { parent }), amount: 20_000 });
      const right = draft.steps.pop();
      const wrong: Fields = draft.pick([
        { amount: 0 },
        { amount: -1 },
        { amount: 'x' },
        { amount: 1.5 },
        { amount: 3e9 },
      ]);
      // A refused request leaves its reference and its key unused. The key is drawn anew, because the same key would
      // test another rule.
      draft.add(withNewKey(draft, item, wrong), getRequest(item));
      if (right !== undefined) draft.add(right);
      draft.add(getRequest(item));
    },
  },
  {
    name: 'a refund that is asked for too early',
    needs: ['payment-failure'],
    addTo(draft) {
      const parent = bringInto(draft, 'checkout', 'pending');
      if (parent === null) return;
      const refund = (amount: number) => create(draft, 'refund', { by: parent.by, parent, amount });
      const early = refund(parent.amount);
      applyTrigger(draft, parent, 'pay');
      draft.add(getRequest(parent), getRequest(early));
      draft.add(withNewKey(draft, early));
      settle(draft);
      draft.add(getRequest(parent), getRequest(early));
      refund(1);
    },
  },
  {
    name: 'a failed refund and its retry, of equal amounts',
    needs: ['payment-failure'],
    addTo(draft) {
      const parent = bringInto(draft, 'checkout', 'succeeded');
      if (parent === null) return;
      const amount = draft.pick([parent.amount, Math.ceil(parent.amount / 2)]);
      const refund = (fails: boolean) => create(draft, 'refund', { by: parent.by, parent, amount, fails });
      const order = draft.pick([
        [true, false],
        [true, true, false],
        [false, true, false],
      ]);
      for (const fails of order) {
        refund(fails);
        if (draft.chance(2)) settle(draft);
      }
      settle(draft);
      draft.add(getRequest(parent));
      refund(false);
    },
  },
  {
    name: 'spending what a live merchant has',
    needs: ['live', 'payment-failure', 'clock'],
    addTo(draft) {
      const pays = (amount: number) => {
        const item = create(draft, 'checkout', { by: 'live', amount });
        applyTrigger(draft, item, 'pay');
        return item;
      };
      const first = pays(50_000);
      if (draft.chance(2)) pays(30_000);
      if (draft.chance(2)) create(draft, 'refund', { by: 'live', parent: first, amount: 20_000 });
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      for (const amount of draft.pick([[50_000, 30_000, 10_000], [80_001], [30_000, 30_000, 20_001], [10_000, 40_001]]))
        create(draft, 'payout', { by: 'live', amount });
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'live', ask: 'GET /v1/balance' });
      create(draft, 'payout', { by: 'live', amount: draft.pick([10_000, 30_000, 80_000]) });
    },
  },
  {
    name: 'money in and out, and what is left days later',
    needs: ['payment-failure', 'clock'],
    addTo(draft) {
      const parent = create(draft, 'checkout', { by: 'a', amount: 200_000 });
      applyTrigger(draft, parent, 'pay');
      for (const turn of [1, 2, 3]) {
        if (draft.chance(2)) create(draft, 'refund', { by: 'a', parent, amount: 1_000 * turn, fails: draft.chance(2) });
        if (draft.chance(2)) create(draft, 'payout', { by: 'a', amount: 10_000 * turn, fails: draft.chance(2) });
      }
      draft.add({ seconds: ALL_SETTLED_S }, { by: 'a', ask: 'GET /v1/balance' });
    },
  },
  {
    name: 'linked wallets are required',
    needs: ['linked-wallets-setting', 'wallets', 'wallet-owner'],
    addTo(draft) {
      const require = (requireLinkedWallets: boolean) => changeSettings(draft, { requireLinkedWallets });
      const state = draft.pick(Object.keys(ways['wallet link']));
      const link = bringInto(draft, 'wallet link', state);
      if (link === null || link.by !== 'a') return;
      require(true);
      // Changing one setting must not affect the other.
      if (draft.chance(3)) changeSettings(draft, { webhookUrl: null });
      const escrow = create(draft, 'escrow', { by: 'a', amount: 50_000 });
      draft.steps.pop();
      const creation: Ask = {
        ...escrow.creation,
        body: { ...escrow.creation.body, seller: { walletId: link.creation.body?.walletId ?? null } },
      };
      draft.items.pop();
      draft.add(getRequest(link), creation);
      if (draft.chance(2)) applyTrigger(draft, link, draft.pick(['owner unlink', 'owner approve', 'newer request']));
      draft.add(getRequest(link), {
        ...withNewKey(draft, { ...escrow, creation }),
        body: { ...creation.body, reference: `{${draft.name('e')}}` },
      });
      if (draft.chance(2)) require(false);
    },
  },
  {
    name: 'what sellers have, days later',
    needs: ['wallets', 'wallet-owner', 'escrow-buyer-email', 'clock'],
    addTo(draft) {
      const [seller, fees] = [1, 2].map(() => create(draft, 'wallet link', { by: 'a' }));
      if (seller === undefined || fees === undefined) return;
      for (const link of [seller, fees]) applyTrigger(draft, link, 'owner approve');
      const walletOf = (link: Item) => link.creation.body?.walletId ?? null;
      for (const amount of draft.pick([
        [50_000],
        [50_000, 50_000],
        [10_001, 75_533, 20_000],
        [40_009, 3_000_000_001],
      ])) {
        const escrow = create(draft, 'escrow', { by: 'a', amount });
        draft.steps.pop();
        const fee = draft.pick<Fields>([
          {},
          {},
          { feeAmount: 333, feeWalletId: walletOf(fees) },
          { feeAmount: 333, feeWalletId: walletOf(seller) },
        ]);
        const { feeAmount: _, feeWalletId: __, ...body } = escrow.creation.body ?? {};
        draft.add({ ...escrow.creation, body: { ...body, amount, ...fee, seller: { walletId: walletOf(seller) } } });
        if (draft.chance(5)) continue;
        applyTrigger(draft, escrow, 'pay');
        // Escrows that are left alone are released automatically, at the same moment.
        if (draft.chance(2)) continue;
        if (draft.chance(3)) applyTrigger(draft, escrow, 'dispute');
        for (const turn of [1, 2]) if (turn === 1 || draft.chance(3)) applyTrigger(draft, escrow, draft.pick(ENDS));
      }
      const balances = [seller, fees].map(
        (link): Ask => ({ by: 'a', ask: `GET /v1/wallets/${String(walletOf(link))}/balance` }),
      );
      draft.add(...balances, { seconds: ALL_SETTLED_S }, ...balances);
    },
  },
  {
    name: 'references that are nearly the same',
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['checkout', 'checkout', 'checkout', 'payout', 'escrow', 'refund']);
      const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
      if (parent === null) return;
      const base = draft.name('t');
      // Checkout references may have 100 characters; for others no maximum is shown.
      const pairs = [
        ['digits', 'zeros'],
        ['upper', 'lower'],
        ['dot', 'dash'],
        ...(kind === 'checkout'
          ? [
              ['first', 'last'],
              ['under', 'any'],
              ['bare', 'stop'],
              ['bare', 'colon'],
            ]
          : []),
      ];
      const twins = draft.pick(pairs);
      const both = (draft.chance(2) ? twins : twins.toReversed()).map((twin, at, { length }) => {
        const item = create(draft, kind, { by: parent?.by ?? 'a', ...(parent && { parent, amount: 1 }) });
        draft.steps.pop();
        draft.items.pop();
        const name = `${base}_${twin}`;
        const creation: Ask = { ...item.creation, body: { ...item.creation.body, reference: `{${name}}` } };
        const twinItem: Item = { ...item, name, creation, keyed: [creation] };
        draft.add(creation);
        draft.items.push(twinItem);
        // The second twin must not exist while only the first one does.
        if (at + 1 < length)
          draft.add({
            by: twinItem.by,
            ask: `GET /v1/${collections[kind]}/{${base}_${twins.find((other) => other !== twin)}}`,
          });
        return twinItem;
      });
      for (const each of both) draft.add(getRequest(each));
      const [first] = both;
      if (first === undefined) return;
      if (kind === 'refund' || kind === 'payout') settle(draft);
      else {
        // What happens to one leaves the other as it is; and of the same that happens to both there are two events.
        const deed = draft.pick(['pay', 'cancel', 'fail to pay', 'time']);
        for (const each of draft.chance(2) ? both : [first]) applyTrigger(draft, each, deed);
      }
      for (const each of both) draft.add(getRequest(each));
    },
  },
  {
    name: 'keys that are nearly the same',
    addTo(draft) {
      const kind = draft.pick(keyedKinds);
      const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
      if (parent === null) return;
      const twins = [
        ['upper', 'lower'],
        ['first', 'last'],
        ['digits', 'zeros'],
        ['dot', 'dash'],
        ['bare', 'plain'],
        ['full', 'bare'],
        ['fullone', 'fulltwo'],
        ['beyond', 'full'],
      ];
      const names = draft.some(twins, 3).flatMap((pair) => {
        const base = draft.name('k');
        return pair.map((twin) => `${base}_${twin}`);
      });
      for (const key of names) {
        const item = create(draft, kind, { by: parent?.by ?? 'a', ...(parent && { parent, amount: 1 }) });
        draft.steps.pop();
        const creation: Ask = { ...item.creation, key };
        draft.add(creation);
        if (draft.chance(2)) draft.add(creation);
        draft.add(getRequest(item));
      }
    },
  },
  {
    name: 'links of two merchants to one wallet',
    needs: ['wallets', 'wallet-owner', 'other-merchant', 'linked-wallets-setting'],
    addTo(draft) {
      const first = create(draft, 'wallet link', { by: 'a' });
      const second = create(draft, 'wallet link', { by: 'b' });
      draft.steps.pop();
      draft.items.pop();
      const body = { ...second.creation.body, walletId: first.creation.body?.walletId ?? null };
      const theirs: Item = { ...second, creation: { ...second.creation, body } };
      const links = draft.pick([
        [first, theirs],
        [theirs, first],
      ]);
      draft.add(theirs.creation);
      draft.items.push(theirs);
      const both = () => {
        for (const link of links)
          draft.add(getRequest(link), { by: link.by, ask: `GET /v1/wallets/${String(body.walletId)}/balance` });
      };
      both();
      for (const turn of [1, 2, 3]) {
        const link = draft.pick(links);
        if (turn < 3 || draft.chance(2))
          applyTrigger(
            draft,
            link,
            draft.pick(['owner approve', 'approve', 'owner reject', 'reject', 'unlink', 'owner unlink', 'time']),
          );
        both();
      }
    },
  },
  {
    name: 'one reference for several kinds and merchants',
    needs: ['other-merchant'],
    addTo(draft) {
      const item = create(draft, 'checkout', { by: 'a', amount: 20_000 });
      const same = { reference: `{${item.name}}` };
      for (const kind of ['payout', 'escrow'] as const) {
        if (draft.chance(2)) continue;
        const other = create(draft, kind, { by: 'a', amount: 20_000 });
        draft.steps.pop();
        draft.items.pop();
        // Whether references are unique across kinds is not shown: either response is right, and nothing else changes.
        draft.add({ ...other.creation, body: { ...other.creation.body, ...same } });
      }
      draft.add({ ...item.creation, by: 'b', key: draft.key() });
      for (const by of ['a', 'b'] as const)
        for (const kind of ['checkout', 'payout', 'escrow'] as const)
          draft.add({ by, ask: `GET /v1/${collections[kind]}/{${item.name}}` });
      applyTrigger(draft, item, draft.pick(['pay', 'fail to pay', 'time']));
      for (const by of ['a', 'b'] as const) draft.add({ by, ask: `GET /v1/checkouts/{${item.name}}` });
    },
  },
];
