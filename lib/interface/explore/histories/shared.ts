import type { Ask } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { create, createAlike, makeWallet } from '../creations.ts';
import { DAY_S, type Draft, type Item, RELEASED_S } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { nearMails } from '../values.ts';
import { applyTrigger, settle, ways } from './reaching.ts';
import { ALL_SETTLED_S, type Scenario } from './scenario.ts';
import { getRequest } from './triggers.ts';

// Objects that have something in common with others: a reference, an amount, a person, a wallet. What happens to one of
// them must not affect the others.

const HOUR_S = 3_600;
const MINUTE_S = 60;

const keyedKinds: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow'];

/** By kind: what may happen to a new object, beside its being settled. */
const deeds: Readonly<Record<ObjectKind, readonly string[]>> = {
  checkout: ['pay', 'pay', 'fail to pay', 'replay', 'time'],
  refund: ['replay', 'create'],
  payout: ['replay', 'create'],
  escrow: ['pay', 'pay', 'cancel', 'replay', 'time'],
  'wallet link': ['owner approve', 'approve', 'owner reject', 'reject'],
};

/** A checkout of this merchant that was paid. */
export function paidCheckout(draft: Draft, by: Actor, amount: number): Item {
  const known = draft.items.find((item) => item.kind === 'checkout' && item.by === by && item.state === 'succeeded');
  if (known !== undefined && known.left >= 1_000 && draft.chance(2)) return known;
  const item = create(draft, 'checkout', { by, amount });
  applyTrigger(draft, item, 'pay');
  return item;
}

/** Reads these, and the balances of their merchants. */
export function readAll(draft: Draft, items: readonly Item[]): void {
  draft.add(...items.map((item) => getRequest(item)));
  for (const by of new Set(items.map((item) => item.by))) draft.add({ by, ask: 'GET /v1/balance' });
}

const actorsOf = (draft: Draft): Actor[] => [
  'a',
  ...(draft.can('other-merchant') ? (['b'] as const) : []),
  ...(draft.can('live') ? (['live'] as const) : []),
];

export const shared: readonly Scenario[] = [
  {
    name: 'one reference for all that there is',
    weight: 3,
    needs: ['payment-failure'],
    addTo(draft) {
      const actors = draft.some(actorsOf(draft), draft.pick([1, 1, 2, 3]));
      const kinds = draft.some(keyedKinds, draft.pick([1, 2, 3, 4]));
      const name = draft.name('n');
      const pairs = actors.flatMap((by) => kinds.map((kind) => [by, kind] as const));
      const turns = draft.pick([0, 1]);
      const items = draft.some(pairs, 8).map(([by, kind], turn) => {
        const parent = kind === 'refund' ? paidCheckout(draft, by, 40_000) : undefined;
        return create(draft, kind, {
          by,
          name,
          amount: 20_000,
          fails: (turn + turns) % 2 === 0,
          ...(parent && { parent }),
        });
      });
      for (const item of draft.some(items, 8))
        if (draft.chance(2)) applyTrigger(draft, item, draft.pick(deeds[item.kind]));
      settle(draft);
      readAll(draft, items);
      if (draft.can('clock')) draft.add({ seconds: draft.pick([DAY_S, ALL_SETTLED_S]) });
      readAll(draft, items);
      for (const item of draft.some(items, 3)) applyTrigger(draft, item, 'replay');
      // Only a checkout can be refunded, whatever else has this reference.
      for (const by of actors) {
        const body = { reference: `{${draft.name('r')}}`, paymentReference: `{${name}}`, amount: 100 };
        draft.add({ by, ask: 'POST /v1/refunds', key: draft.key(), body });
      }
    },
  },
  {
    name: 'alike, and each goes its own way',
    weight: 2,
    needs: ['payment-failure', 'escrow-buyer-email', 'clock'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>([
        'checkout',
        'payout',
        'refund',
        'escrow',
        'escrow',
        'escrow',
        'wallet link',
      ]);
      const by = draft.pick<Actor>(['a', 'a', 'a', draft.actor()]);
      const parent = kind === 'refund' ? paidCheckout(draft, by, 100_000) : undefined;
      const autoReleaseHours = draft.pick([1, 2, 30]);
      const first = create(draft, kind, {
        by,
        amount: 20_000,
        ...(parent && { parent }),
        ...(kind === 'escrow' && { change: { autoReleaseHours } }),
      });
      const more = draft.pick([1, 1, 2]);
      const all = [first];
      const another = () => void all.push(createAlike(draft, first, { change: otherEnd(draft, first) }));
      const atOnce = draft.chance(2);
      if (atOnce) for (let turn = 0; turn < more; turn++) another();
      for (let turn = 0; turn <= more; turn++) {
        if (!atOnce && turn > 0) another();
        const [way = []] = draft.pick(Object.values(ways[kind]));
        for (const deed of way) if (deed !== 'time') applyTrigger(draft, all[turn] ?? first, deed);
        if (draft.chance(3)) draft.add({ seconds: draft.pick([2, 30, 400, HOUR_S]) });
      }
      settle(draft);
      for (const item of all) draft.add(getRequest(item));
      draft.add({ seconds: draft.pick([3 * HOUR_S, DAY_S, RELEASED_S, ALL_SETTLED_S]) });
      readAll(draft, all);
      if (kind === 'wallet link') for (const item of all) applyTrigger(draft, item, 'balance');
    },
  },
  {
    name: 'people whose addresses are nearly the same',
    weight: 2,
    needs: ['escrow-buyer-email'],
    addTo(draft) {
      const by = draft.actor();
      const pairs = draft.some(nearMails, 4).map((pair) => (draft.chance(2) ? pair : pair.toReversed()));
      for (const [own = '', others = ''] of pairs) {
        const checkouts = (draft.chance(2) ? [own, others] : []).map((email) =>
          create(draft, 'checkout', { by, amount: 20_000, change: { customer: { email } } }),
        );
        const escrow = create(draft, 'escrow', { by, amount: 20_000, change: { buyer: { email: own } } });
        draft.add({
          control: 'POST /merchants/{merchantId}/escrows/{reference}/pay',
          by,
          names: { reference: `{${escrow.name}}` },
          body: { buyerEmail: others },
        });
        draft.add(getRequest(escrow));
        applyTrigger(draft, escrow, draft.pick(['pay', 'cancel']));
        for (const item of checkouts) draft.add(getRequest(item));
      }
    },
  },
  {
    name: 'wallets in two roles',
    weight: 2,
    needs: ['wallets', 'wallet-owner', 'escrow-buyer-email', 'clock'],
    addTo(draft) {
      const by = draft.pick<Actor>(['a', 'a', ...actorsOf(draft)]);
      const wallets = [1, 2].map(() => makeWallet(draft, by));
      for (const wallet of wallets)
        applyTrigger(draft, create(draft, 'wallet link', { by, change: { walletId: `{${wallet}}` } }), 'owner approve');
      const oneOfBoth = () => `{${draft.pick(wallets)}}`;
      const hasFee = !draft.chance(3);
      const escrows = draft.pick([[50_000], [50_000, 50_000], [50_000, 33_333, 10_001]]).map((amount) =>
        create(draft, 'escrow', {
          by,
          amount,
          change: {
            seller: { walletId: oneOfBoth() },
            feeWalletId: hasFee ? oneOfBoth() : undefined,
            feeAmount: hasFee ? draft.pick([333, 333, 1, 4_999]) : undefined,
            autoReleaseHours: draft.pick([1, 24, 72]),
          },
        }),
      );
      const balances = wallets.map((wallet): Ask => ({ by, ask: `GET /v1/wallets/{${wallet}}/balance` }));
      for (const escrow of escrows) applyTrigger(draft, escrow, 'pay');
      if (draft.chance(2)) draft.add(...balances);
      for (const escrow of draft.some(escrows, 3)) {
        const deed = draft.pick(['release', 'release', 'buyer release', 'part', 'dispute and part', 'time']);
        if (deed.startsWith('dispute')) applyTrigger(draft, escrow, 'dispute');
        if (!deed.endsWith('part')) applyTrigger(draft, escrow, deed);
        else
          draft.add({
            by,
            ask: `POST /v1/escrows/{${escrow.name}}/refund`,
            key: draft.key(),
            body: { amount: draft.pick([1, 2_347, 3_333, Math.floor(escrow.amount * 0.24691)]) },
          });
      }
      draft.add(...balances, { seconds: ALL_SETTLED_S }, ...balances, ...escrows.map((escrow) => getRequest(escrow)));
    },
  },
  {
    name: 'asked for before there is such a wallet',
    needs: ['wallets'],
    addTo(draft) {
      const by = draft.pick<Actor>(['a', ...actorsOf(draft)]);
      const wallet = draft.name('w');
      const account: Ask = { by, ask: `GET /v1/accounts/{${wallet}}` };
      const requests = [
        () => draft.add(account),
        () => plainEscrow(draft, by, wallet),
        () => void create(draft, 'wallet link', { by, change: { walletId: `{${wallet}}` } }),
      ];
      for (const request of draft.some(requests, 3)) request();
      makeWallet(draft, by, wallet);
      if (draft.can('clock') && draft.chance(3)) draft.add({ seconds: draft.pick([2 * MINUTE_S, 2 * HOUR_S]) });
      for (const request of draft.some(requests, 3)) request();
    },
  },
  {
    name: 'one wallet id in both environments',
    needs: ['wallets', 'live', 'wallet-owner'],
    addTo(draft) {
      const environments = draft.some<Actor>(['a', 'live'], 2);
      const wallet = draft.name('w');
      const change = { walletId: `{${wallet}}`, requesterName: 'Shop' };
      const link = (by: Actor) => create(draft, 'wallet link', { by, change });
      for (const by of draft.chance(2) ? environments : environments.slice(0, 1)) makeWallet(draft, by, wallet);
      for (const by of draft.some(environments, 2)) {
        draft.add({ by, ask: `GET /v1/accounts/{${wallet}}` });
        plainEscrow(draft, by, wallet);
        const links = draft.pick([[1], [1, 2, 3, 4, 5]]).map(() => link(by));
        if (draft.chance(2)) for (const item of links.slice(-1)) applyTrigger(draft, item, 'owner approve');
      }
      for (const by of environments) draft.add({ by, ask: `GET /v1/wallets/{${wallet}}/balance` });
    },
  },
];

/** A body with another outcome, for a kind whose create request decides about it in sandbox. */
function otherEnd(draft: Draft, { kind, creation }: Item) {
  if (!draft.chance(2)) return {};
  if (kind === 'refund') return { reason: draft.pick(['sandbox_fail', 'late']) };
  const { recipient } = creation.body ?? {};
  const isObject = typeof recipient === 'object' && recipient !== null && !Array.isArray(recipient);
  return isObject ? { recipient: { ...recipient, accountNumber: draft.pick(['0000000000', '0123456789']) } } : {};
}

/** Without a fee: whether the fee wallet has to exist is not shown. */
function plainEscrow(draft: Draft, by: Actor, wallet: string): void {
  const change = { seller: { walletId: `{${wallet}}` }, feeAmount: undefined, feeWalletId: undefined };
  draft.add(getRequest(create(draft, 'escrow', { by, amount: 20_000, change })));
}
