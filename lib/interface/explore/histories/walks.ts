import type { Ask } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { create, createAlike, makeWallet } from '../creations.ts';
import { DAY_S, type Draft, type Item, SETTLED_S } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { plainAddresses } from '../values.ts';
import { applyTrigger, settle } from './reaching.ts';
import { ALL_SETTLED_S, changeSettings, type Scenario, walk } from './scenario.ts';
import { paidCheckout, readAll } from './shared.ts';
import { getRequest } from './triggers.ts';

// Random walks in a world of few objects.

const HOUR_S = 3_600;
const MINUTE_S = 60;

/** One of the last few, so that a walk returns to what it has just changed. */
const recent = (draft: Draft, items: readonly Item[]) => draft.pick(items.slice(-3));

export const walks: readonly Scenario[] = [
  {
    name: 'settings, links and time, while escrows are open',
    weight: 3,
    needs: ['linked-wallets-setting', 'wallets', 'wallet-owner', 'escrow-buyer-email', 'clock'],
    addTo(draft) {
      const wallet = makeWallet(draft, 'a');
      const walletId = `{${wallet}}`;
      const links = [create(draft, 'wallet link', { by: 'a', change: { walletId } })];
      for (const link of links) applyTrigger(draft, link, 'owner approve');
      const escrows: Item[] = [];
      const seller = { walletId };
      const openEscrow = () =>
        void escrows.push(
          create(draft, 'escrow', {
            by: 'a',
            amount: 20_000,
            change: {
              seller,
              autoReleaseHours: draft.pick([1, 2, 72]),
              ...(draft.chance(2) && { feeAmount: undefined, feeWalletId: undefined }),
            },
          }),
        );
      const onEscrow = (...names: readonly string[]) => applyTrigger(draft, recent(draft, escrows), draft.pick(names));
      openEscrow();
      if (draft.chance(2)) onEscrow('pay');
      walk(
        draft,
        {
          settings: () =>
            draft.can('webhook-url') && draft.chance(4)
              ? changeSettings(draft, { webhookUrl: draft.pick(['another', 'own']) })
              : changeSettings(draft, { requireLinkedWallets: !draft.chance(3) }),
          links: () => {
            const deed = draft.pick(['unlink', 'owner unlink', 'owner approve', 'newer']);
            if (deed !== 'newer') applyTrigger(draft, recent(draft, links), deed);
            else links.push(create(draft, 'wallet link', { by: 'a', change: { walletId } }));
          },
          open: () => draft.pick([openEscrow, () => onEscrow('pay')])(),
          escrows: () => onEscrow('release', 'refund', 'cancel', 'dispute', 'buyer release', 'replay'),
          hours: () => draft.add({ seconds: draft.pick([2, 3, 25]) * HOUR_S }),
        },
        draft.pick([4, 7, 10]),
      );
      for (const item of [...links, ...escrows]) draft.add(getRequest(item));
      // Hours later nothing is due any more, whatever was changed.
      draft.add({ seconds: draft.pick([4 * HOUR_S, ALL_SETTLED_S]) });
      for (const item of [...links, ...escrows]) draft.add(getRequest(item));
      openEscrow();
    },
  },
  {
    name: 'money that comes and goes',
    weight: 3,
    needs: ['payment-failure', 'clock'],
    addTo(draft) {
      const by = draft.pick<Actor>(['a', 'a', draft.actor()]);
      const amount = draft.pick([10_000, 20_000, 2_000_000_000]);
      const moved: Item[] = [];
      const fails = () => draft.chance(2);
      walk(
        draft,
        {
          paid: () => applyTrigger(draft, create(draft, 'checkout', { by, amount }), 'pay'),
          refund: () => {
            const parent = paidCheckout(draft, by, amount);
            const part = draft.pick([1_000, Math.ceil((3 * parent.amount) / 4), parent.amount]);
            moved.push(create(draft, 'refund', { by, parent, fails: fails(), amount: part }));
          },
          payout: () =>
            void moved.push(create(draft, 'payout', { by, amount, change: { recipient: recipientOf(fails()) } })),
          time: () => draft.add({ seconds: draft.pick([SETTLED_S, SETTLED_S, HOUR_S, DAY_S, 32 * DAY_S]) }),
          balance: () => draft.add({ by, ask: 'GET /v1/balance' }),
          again: () => {
            if (moved.length === 0) return;
            if (draft.chance(2)) applyTrigger(draft, recent(draft, moved), 'replay');
            else moved.push(createAlike(draft, recent(draft, moved)));
          },
        },
        draft.pick([2, 4, 7]),
      );
      settle(draft);
      const own = draft.items.filter((item) => item.by === by);
      readAll(draft, own);
      draft.add({ seconds: draft.pick([ALL_SETTLED_S, ALL_SETTLED_S, 100 * DAY_S]) });
      readAll(draft, own);
    },
  },
  {
    name: 'links of one wallet',
    weight: 2,
    needs: ['wallets', 'wallet-owner'],
    addTo(draft) {
      const by = draft.actor();
      const wallet = makeWallet(draft, by);
      const walletId = `{${wallet}}`;
      const ref = draft.name('f');
      const links: Item[] = [];
      /** `twin`: a linkRef that is nearly the same as another one. */
      const link = (twin: string, own: string = walletId) =>
        void links.push(
          create(draft, 'wallet link', {
            by,
            change: { walletId: own, linkRef: `{${twin === '' ? draft.name('f') : `${ref}_${twin}`}}` },
          }),
        );
      const onLink = (...names: readonly string[]) => applyTrigger(draft, recent(draft, links), draft.pick(names));
      link('lower');
      walk(
        draft,
        {
          newer: () => link(''),
          known: () =>
            draft.pick([
              () => link('upper'),
              () => link('dash'),
              () => onLink('ask again'),
              () => {
                const { key: _, learns: __, ...asked } = recent(draft, links).creation;
                draft.add({ ...asked, body: { ...asked.body, walletId: `{${makeWallet(draft, by)}}` } });
              },
            ])(),
          decide: () => onLink('owner approve', 'owner approve', 'owner reject', 'approve', 'reject'),
          unlink: () => onLink('unlink', 'owner unlink'),
          time: () => draft.can('clock') && draft.add({ seconds: draft.pick([2, 6, 20, 61]) * MINUTE_S }),
          look: () => onLink('look', 'balance'),
        },
        draft.pick([4, 7, 10]),
      );
      draft.add(...links.map((item): Ask => getRequest(item)));
      if (draft.can('clock')) draft.add({ seconds: 61 * MINUTE_S }, ...links.map((item): Ask => getRequest(item)));
      onLink('balance');
    },
  },
  {
    name: 'sandbox and live side by side',
    weight: 2,
    needs: ['live'],
    addTo(draft) {
      const requests: readonly ((by: Actor) => void)[] = [
        (by) => draft.add({ by, ask: 'GET /v1/banks' }),
        (by) => applyTrigger(draft, create(draft, 'checkout', { by }), 'replay'),
        (by) => applyTrigger(draft, create(draft, 'escrow', { by }), 'replay'),
        (by) => {
          const kind = draft.pick<ObjectKind>(['checkout', 'checkout', 'escrow']);
          for (const returnUrl of plainAddresses) create(draft, kind, { by, amount: 20_000, change: { returnUrl } });
        },
        (by) => {
          const item = create(draft, 'checkout', { by, amount: 20_000 });
          draft.steps.pop();
          draft.add({ ...item.creation, key: `${draft.name('k')}_beyond` }, getRequest(item));
        },
        (by) => applyTrigger(draft, create(draft, 'checkout', { by, amount: 20_000 }), 'fail to pay'),
        (by) => void create(draft, 'payout', { by, amount: 20_000, fails: true }),
        (by) => {
          create(draft, 'refund', { by, parent: paidCheckout(draft, by, 20_000), fails: true });
          settle(draft);
        },
        (by) => applyTrigger(draft, create(draft, 'checkout', { by, amount: 20_000 }), 'wrong create'),
      ];
      for (const request of draft.some(requests, 4)) for (const by of draft.some<Actor>(['a', 'live'], 2)) request(by);
      settle(draft);
      for (const item of draft.items) draft.add(getRequest(item));
    },
  },
];

/** One name with two accounts. */
const recipientOf = (fails: boolean) => ({
  bankName: '{bank}',
  accountNumber: fails ? '0000000000' : '0123456789',
  accountName: 'Ada Obi',
});
