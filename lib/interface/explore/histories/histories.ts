import type { Ask, Step } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { create } from '../creations.ts';
import { DAY_S, type Item, RELEASED_S } from '../draft.ts';
import type { Actor } from '../stage.ts';
import { escrowRefundBody } from '../wrong-bodies.ts';
import { applyTrigger, bringInto, settle, ways } from './reaching.ts';
import { changeSettings, type Scenario } from './scenario.ts';
import { getRequest } from './triggers.ts';

// Histories that must make no difference: earlier requests, many other objects, late times, the same steps by another
// merchant.

const HOUR_S = 3_600;
const keyedKinds: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow'];

/** By kind: the triggers that end a pending object. */
const ends: Readonly<Record<ObjectKind, readonly string[]>> = {
  checkout: ['pay', 'fail to pay'],
  refund: [],
  payout: [],
  escrow: ['pay', 'cancel'],
  'wallet link': ['approve', 'reject', 'owner approve', 'owner reject'],
};

export const histories: readonly Scenario[] = [
  {
    name: 'asked for before it is there',
    addTo(draft) {
      const kind = draft.pick(keyedKinds);
      const parent = kind === 'refund' ? bringInto(draft, 'checkout', 'succeeded') : undefined;
      if (parent === null) return;
      const item = create(draft, kind, { by: parent?.by ?? draft.actor(), ...(parent && { parent, amount: 1_000 }) });
      const creation = draft.steps.pop();
      draft.add(getRequest(item));
      if (kind === 'escrow')
        draft.add({ by: item.by, ask: `POST /v1/escrows/{${item.name}}/cancel`, key: draft.key() });
      if (kind === 'checkout')
        draft.add({
          by: item.by,
          ask: 'POST /v1/refunds',
          key: draft.key(),
          body: { reference: `{${draft.name('r')}}`, paymentReference: `{${item.name}}`, amount: 100 },
        });
      if (creation !== undefined) draft.add(creation);
      draft.add(getRequest(item));
      settle(draft);
      draft.add(getRequest(item));
    },
  },
  {
    name: 'two merchants, with the same references and keys',
    needs: ['other-merchant'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['checkout', 'payout', 'escrow', 'escrow', 'refund']);
      const before = draft.steps.length;
      const state = draft.pick(kind === 'escrow' ? ['pending_payment', 'funded', 'disputed'] : Object.keys(ways[kind]));
      const item = bringInto(draft, kind, state);
      const acts = ['release', 'refund', 'cancel'];
      if (item !== null && kind === 'escrow')
        for (const act of draft.some(acts, draft.pick([0, 1, 3]))) applyTrigger(draft, item, act);
      const { parent } = item ?? {};
      if (parent !== undefined && parent.left > 0)
        create(draft, 'refund', { by: parent.by, parent, amount: parent.left });
      if (item !== null) draft.add(getRequest(item));
      const own = draft.steps.splice(before);
      // Either each step by one merchant and then the other, or all of one merchant and then all of the other.
      const inTurn = draft.chance(2);
      const theirs = own.flatMap((step) => othersStep(step));
      if (inTurn) for (const step of own) draft.steps.push(step, ...othersStep(step));
      else draft.steps.push(...own, ...theirs);
      // What one merchant does last must not affect the other.
      if (item !== null && draft.chance(2)) applyTrigger(draft, item, draft.pick([...acts, ...ends[kind], 'dispute']));
      if (item !== null) draft.add(getRequest(item), getRequest(item, 'b'));
      draft.add({ by: 'a', ask: 'GET /v1/balance' }, { by: 'b', ask: 'GET /v1/balance' });
    },
  },
  {
    name: 'a dozen that are due at the same time',
    needs: ['clock'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['checkout', 'checkout', 'payout', 'escrow', 'escrow', 'refund']);
      const parent = kind === 'refund' ? create(draft, 'checkout', { by: 'a', amount: 1_000_000 }) : undefined;
      if (parent !== undefined) applyTrigger(draft, parent, 'pay');
      const isPaid = kind === 'escrow' && draft.chance(2);
      const amount = draft.pick([20_000, 40_009]);
      const all = [...Array(12).keys()].map((at) =>
        create(draft, kind, { by: 'a', amount: amount + at, ...(parent && { parent }), fails: at % 5 === 4 }),
      );
      if (isPaid) for (const item of all) applyTrigger(draft, item, 'pay');
      draft.add({ seconds: kind === 'payout' || kind === 'refund' ? HOUR_S : isPaid ? 721 * HOUR_S : DAY_S });
      for (const item of all) draft.add(getRequest(item));
    },
  },
  {
    name: 'refused for what is so, and right later',
    addTo(draft) {
      const parent = create(draft, 'checkout', { by: 'a', amount: 20_000 });
      const creation = draft.steps.pop();
      const refund = create(draft, 'refund', { by: 'a', parent, amount: 5_000 });
      if (creation !== undefined && draft.chance(2)) draft.add(creation, refund.creation);
      else if (creation !== undefined) draft.add(creation);
      applyTrigger(draft, parent, 'pay');
      draft.add(getRequest(refund), { ...refund.creation, key: draft.key() }, getRequest(refund));
      settle(draft);
      draft.add(getRequest(refund), getRequest(parent));
    },
  },
  {
    name: 'refused for a link that lacks, and right later',
    needs: ['linked-wallets-setting', 'wallets', 'wallet-owner'],
    addTo(draft) {
      const require = (requireLinkedWallets: boolean) => changeSettings(draft, { requireLinkedWallets });
      const link = create(draft, 'wallet link', { by: 'a' });
      require(true);
      const escrow = create(draft, 'escrow', { by: 'a', amount: 50_000 });
      draft.steps.pop();
      const { feeAmount: _, feeWalletId: __, ...body } = escrow.creation.body ?? {};
      const creation: Ask = {
        ...escrow.creation,
        body: { ...body, seller: { walletId: link.creation.body?.walletId ?? null } },
      };
      draft.add(creation, getRequest(escrow));
      if (draft.chance(2)) applyTrigger(draft, link, 'owner approve');
      else require(false);
      draft.add({ ...creation, key: draft.key() }, getRequest(escrow));
      require(false);
    },
  },
  {
    name: 'shortly before and after the end of its time',
    needs: ['clock'],
    addTo(draft) {
      const kind = draft.pick<ObjectKind>(['checkout', 'escrow', 'escrow', 'wallet link']);
      const item = create(draft, kind, { by: draft.pick<Actor>(['a', 'a', draft.actor()]), amount: 30_000 });
      const whole = kind === 'wallet link' ? 60 * Number(item.creation.body?.expiresInMinutes) : 24 * HOUR_S;
      const hours = Number(item.creation.body?.autoReleaseHours ?? 72);
      // Also at another timer of the same object: an unpaid escrow is not released.
      const early = kind === 'escrow' && hours < 24 && draft.chance(2) ? hours * HOUR_S + 120 : whole - 120;
      draft.add({ seconds: early }, getRequest(item));
      const act = draft.pick(['', ...ends[kind]]);
      if (act !== '') applyTrigger(draft, item, act);
      draft.add(getRequest(item), { seconds: draft.pick([300, HOUR_S, DAY_S]) }, getRequest(item));
      if (item.state === 'funded') {
        applyTrigger(draft, item, draft.pick(['dispute', 'release', 'refund', 'cancel', 'look']));
        draft.add({ seconds: draft.pick([RELEASED_S, 30 * 24 * HOUR_S]) }, getRequest(item));
      }
    },
  },
  {
    name: 'a dispute that was settled, and all its time',
    needs: ['escrow-buyer-email', 'escrow-dispute', 'clock'],
    addTo(draft) {
      const item = create(draft, 'escrow', { by: draft.actor(), amount: draft.pick([50_000, 40_009, 3_000_000_001]) });
      applyTrigger(draft, item, 'pay');
      if (draft.chance(2)) applyTrigger(draft, item, 'dispute');
      const ask: Ask = {
        by: item.by,
        ask: `POST /v1/escrows/{${item.name}}/refund`,
        key: draft.key(),
        body: escrowRefundBody(draft, item.amount),
      };
      draft.add(ask, getRequest(item));
      applyTrigger(draft, item, draft.pick(['buyer release', 'release', 'refund', 'pay', 'dispute']));
      draft.add({ seconds: draft.pick([RELEASED_S, 721 * HOUR_S]) }, getRequest(item));
    },
  },
  {
    name: 'an approved link that others try to change',
    needs: ['wallets', 'wallet-owner'],
    addTo(draft) {
      const link = bringInto(draft, 'wallet link', draft.pick(['APPROVED', 'APPROVED', 'PENDING']));
      if (link === null) return;
      const asks = ['reject', 'approve', 'owner reject', 'stranger', 'ask again', 'wrong credentials', 'wrong create'];
      for (const name of draft.some(asks, 5)) {
        applyTrigger(draft, link, name);
        applyTrigger(draft, link, 'balance');
        if (draft.chance(4)) draft.add({ seconds: draft.pick([HOUR_S, DAY_S]) });
      }
      draft.add(getRequest(link));
      applyTrigger(draft, link, 'balance');
    },
  },
  {
    name: 'two approved links to one wallet, and an end of one',
    needs: ['wallets', 'wallet-owner'],
    addTo(draft) {
      const first = create(draft, 'wallet link', { by: 'a' });
      applyTrigger(draft, first, 'owner approve');
      const second = create(draft, 'wallet link', { by: 'a' });
      draft.steps.pop();
      draft.items.pop();
      const body = { ...second.creation.body, walletId: first.creation.body?.walletId ?? null };
      const later: Item = { ...second, creation: { ...second.creation, body } };
      draft.add(later.creation);
      draft.items.push(later);
      applyTrigger(draft, later, 'owner approve');
      for (const link of draft.some([first, later], 2)) {
        applyTrigger(draft, link, 'balance');
        applyTrigger(draft, link, draft.pick(['unlink', 'owner unlink']));
        for (const each of [first, later]) draft.add(getRequest(each));
        applyTrigger(draft, link, 'balance');
      }
    },
  },
  {
    name: 'a setting that is made later, and what was before',
    needs: ['linked-wallets-setting', 'wallets'],
    addTo(draft) {
      const escrow = bringInto(draft, 'escrow', draft.pick(['pending_payment', 'funded', 'cancelled']));
      if (escrow === null || escrow.by !== 'a') return;
      changeSettings(draft, { requireLinkedWallets: true });
      for (const name of draft.some(['replay', 'replay', 'release', 'refund', 'cancel', 'pay', 'other body'], 4))
        applyTrigger(draft, escrow, name);
      draft.add(getRequest(escrow));
      changeSettings(draft, { requireLinkedWallets: false });
      applyTrigger(draft, escrow, 'replay');
    },
  },
  {
    name: 'one linkRef for two wallets',
    needs: ['wallets'],
    addTo(draft) {
      const first = create(draft, 'wallet link', { by: 'a' });
      const second = create(draft, 'wallet link', { by: 'a' });
      draft.steps.pop();
      draft.items.pop();
      const { key: _, learns: __, ...asked } = second.creation;
      const body = { ...second.creation.body, linkRef: first.creation.body?.linkRef ?? null };
      if (draft.chance(2)) applyTrigger(draft, first, draft.pick(ends['wallet link']));
      draft.add({ ...asked, body }, getRequest(first));
      applyTrigger(draft, first, 'ask again');
    },
  },
  {
    name: 'under one key, again and again',
    addTo(draft) {
      const kind = draft.pick(keyedKinds);
      const item = bringInto(draft, kind, draft.pick(Object.keys(ways[kind])));
      if (item === null) return;
      for (const name of ['other body', 'create', 'replay', 'other body', 'replay']) {
        applyTrigger(draft, item, name);
        draft.add(getRequest(item));
      }
    },
  },
  {
    name: 'everything that is wrong, then what is right',
    addTo(draft) {
      const kind = draft.pick<ObjectKind>([...keyedKinds, 'wallet link']);
      const item = bringInto(draft, kind, Object.keys(ways[kind])[0] ?? '');
      if (item === null) return;
      for (let turn = 0; turn < 5; turn++) applyTrigger(draft, item, 'wrong create');
      draft.add({ by: item.by, ask: 'GET /v1/balance' });
    },
  },
  {
    name: 'while it is being processed',
    needs: ['processing-delay'],
    addTo(draft) {
      const delay = (milliseconds: number) =>
        draft.add({
          control: 'POST /merchants/{merchantId}/processing-delay',
          by: 'a',
          names: {},
          body: { milliseconds },
        });
      const kind = draft.pick(keyedKinds);
      const parent = kind === 'refund' ? create(draft, 'checkout', { by: 'a', amount: 20_000 }) : undefined;
      if (parent !== undefined) applyTrigger(draft, parent, 'pay');
      const item = create(draft, kind, { by: 'a', amount: 20_000, ...(parent && { parent }) });
      const creation = draft.steps.pop() as Ask;
      const other: Ask = { ...creation, body: { ...creation.body, reference: `{${draft.name('x')}}` } };
      delay(300);
      draft.add({
        together: draft.pick([
          [creation, creation],
          [creation, creation, creation],
          [creation, other],
          // Keys are separate for each merchant.
          ...(kind === 'refund' || !draft.can('other-merchant') ? [] : [[creation, ...othersStep(creation)]]),
        ]),
      });
      delay(0);
      draft.add(creation, getRequest(item), creation);
      settle(draft);
      draft.add(getRequest(item));
    },
  },
];

/** The same step by the other sandbox merchant. Steps that affect both, such as a new wallet or a wait, are not repeated. */
function othersStep(step: Step): Step[] {
  if ('seconds' in step) return [];
  if ('together' in step) return [{ together: step.together.flatMap(othersStep) }];
  if ('receiver' in step) return [{ ...step, receiver: step.receiver === 'a' ? 'b' : 'a' }];
  if (step.by === 'live' || ('control' in step && step.control === 'POST /wallets')) return [];
  return [{ ...step, by: step.by === 'a' ? 'b' : 'a' }];
}
