import type { Act, Ask, Fields, Step } from '../../../engine/explore/story.ts';
import type { ObjectKind } from '../../model/machine.ts';
import { machines } from '../../model/machines.ts';
import type { Capability } from '../../register/types.ts';
import { collections, create } from '../creations.ts';
import { DAY_S, type Draft, type Item, RELEASED_S } from '../draft.ts';
import { type WrongCredentials, wrongCredentials } from '../shapes.ts';
import type { Actor } from '../stage.ts';
import { waitsS } from '../values.ts';
import { bodiesWithOneFault, escrowRefundBody, nearlyEqualBodies } from '../wrong-bodies.ts';

const credentialFaults = Object.keys(wrongCredentials) as readonly WrongCredentials[];

/** Something that can happen to an object in any state, named as in the model's pairs. */
export interface Trigger {
  readonly name: string;
  readonly kinds: readonly ObjectKind[];
  readonly needs?: readonly Capability[];
  /** Adds the steps to the draft. */
  addTo(item: Item, draft: Draft): void;
}

const every: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow', 'wallet link'];
const keyed: readonly ObjectKind[] = ['checkout', 'refund', 'payout', 'escrow'];

const at = ({ kind, name }: Pick<Item, 'kind' | 'name'>) => `/v1/${collections[kind]}/{${name}}`;

export const getRequest = (item: Item, by: Actor = item.by): Ask => ({ by, ask: `GET ${at(item)}` });

/** Sets the state that the table leads to, where that is certain. */
function setExpectedState(item: Item, operation: string): void {
  const [to, ...more] = machines[item.kind].operations[operation]?.[item.state]?.to ?? [];
  if (to !== undefined && more.length === 0) item.state = to;
}

/** A trigger that is a request, with a new key each time. */
function request(kind: ObjectKind, name: string, of: (item: Item, draft: Draft) => Pick<Ask, 'ask' | 'body'>): Trigger {
  return {
    name,
    kinds: [kind],
    addTo(item, draft) {
      const ask: Ask = { by: item.by, key: draft.key(), ...of(item, draft) };
      draft.add(ask);
      item.keyed.push(ask);
      setExpectedState(item, name);
    },
  };
}

const CONTROL = 'POST /merchants/{merchantId}';

function personAction(kind: ObjectKind, name: string, needs: Capability, act: string, body?: Fields): Trigger {
  return {
    name,
    kinds: [kind],
    needs: [needs],
    addTo(item, draft) {
      const names: Act['names'] =
        kind === 'wallet link' ? { linkId: `{${item.name}}` } : { reference: `{${item.name}}` };
      draft.add({ control: `${CONTROL}/${act}`, by: item.by, names, ...(body && { body }) });
      setExpectedState(item, name);
    },
  };
}

const escrow = (act: string) => `escrows/{reference}/${act}`;
const owner = (decision: string) =>
  personAction('wallet link', `owner ${decision}`, 'wallet-owner', 'wallet-links/{linkId}/owner', { decision });
const sandboxDecision = (name: string) =>
  request('wallet link', name, (item) => ({ ask: `POST /v1/sandbox/wallet-links/{${item.name}}/${name}` }));

/** A trigger for every pair of the model. */
export const triggers: readonly Trigger[] = [
  { name: 'look', kinds: every, addTo: (item, draft) => draft.add(getRequest(item)) },
  {
    name: 'stranger',
    kinds: every,
    needs: ['other-merchant'],
    addTo(item, draft) {
      const by: Actor = item.by === 'b' ? 'a' : 'b';
      // Sandbox merchants use another address than live ones, so a live object is only read, by its own merchant.
      const asks: Step[] = [getRequest(item, item.by === 'live' ? 'live' : by)];
      if (item.by === 'live') return void draft.add(...asks);
      if (item.kind === 'escrow')
        for (const act of ['release', 'refund', 'cancel']) asks.push({ by, ask: `POST ${at(item)}/${act}` });
      if (item.kind === 'wallet link') {
        asks.push({ by, ask: `DELETE ${at(item)}` });
        for (const decision of ['approve', 'reject'])
          asks.push({ by, ask: `POST /v1/sandbox/wallet-links/{${item.name}}/${decision}`, key: draft.key() });
      }
      if (item.kind === 'checkout' || item.kind === 'payout') asks.push({ ...item.creation, by });
      if (item.kind === 'checkout') {
        const body = { reference: `{${draft.name('s')}}`, paymentReference: `{${item.name}}`, amount: 1 };
        asks.push({ by, ask: 'POST /v1/refunds', key: draft.key(), body });
      }
      draft.add(...(draft.chance(2) ? asks : [draft.pick(asks)]));
    },
  },
  {
    name: 'wrong credentials',
    kinds: every,
    addTo(item, draft) {
      const isLive = item.by === 'live' || !draft.can('live');
      const as = draft.pick<string>([
        ...credentialFaults,
        ...(isLive ? [] : ['other environment', 'other environment']),
      ]);
      const anew = item.keyed.slice(1).map((each) => ({ ...each, key: draft.key() }));
      // With a known key too: a service may look up the kept response before it checks the credentials.
      const ask = draft.pick([getRequest(item), ...anew, ...item.keyed]);
      draft.add({ ...ask, as });
      // A refused request has not used its key.
      if (ask.key !== undefined && draft.chance(3)) draft.add(ask);
    },
  },
  {
    name: 'time',
    kinds: every,
    needs: ['clock'],
    addTo(item, draft) {
      const whole = item.kind === 'escrow' && item.state === 'funded' ? RELEASED_S : DAY_S;
      draft.add({ seconds: draft.pick([whole, draft.pick(waitsS)]) }, getRequest(item));
    },
  },
  {
    name: 'create',
    kinds: keyed,
    // The reference is already used; the rest of the body may differ.
    addTo(item, draft) {
      const again = item.creation;
      const other = { ...again, body: draft.pick(nearlyEqualBodies(again.body ?? {})) };
      const used: Ask = { ...(draft.chance(2) ? again : other), key: draft.key() };
      draft.add(used);
      // Refused again, for the same reason.
      if (draft.chance(4)) draft.add(used);
      if (draft.chance(2)) draft.add(getRequest(item));
    },
  },
  {
    name: 'wrong create',
    kinds: every,
    // Create requests of this kind with one fault each: nothing is created, and a valid one may follow.
    addTo(item, draft) {
      const name = draft.name('x');
      const { learns: _, ...creation } = item.creation;
      const named = item.kind === 'wallet link' ? 'linkRef' : 'reference';
      const right: Ask = { ...creation, key: draft.key(), body: { ...creation.body, [named]: `{${name}}` } };
      const bodies = draft
        .some(bodiesWithOneFault(item.kind, right.body ?? {}), draft.chance(3) ? 8 : 2)
        // A second fault in some of them.
        .map((body) => (draft.chance(4) ? draft.pick(bodiesWithOneFault(item.kind, body)) : body));
      for (const body of bodies) {
        const wrong: Ask = { ...right, key: draft.key(), body };
        draft.add(...(draft.chance(6) ? [wrong, wrong] : [wrong]));
      }
      if (item.kind === 'wallet link') return;
      if (draft.chance(2)) draft.add({ by: item.by, ask: `GET /v1/${collections[item.kind]}/{${name}}` });
      if (draft.chance(4)) draft.add({ ...right, key: draft.key() });
    },
  },
  { name: 'replay', kinds: keyed, addTo: (item, draft) => draft.add(draft.pick(item.keyed)) },
  {
    name: 'other body',
    kinds: keyed,
    addTo(item, draft) {
      const { body: own = {} } = item.creation;
      const other = { ...own, reference: `{${draft.name('x')}}` };
      const bodies = draft.chance(3) ? [other] : draft.some(nearlyEqualBodies(own), draft.chance(4) ? 12 : 3);
      for (const body of bodies) draft.add({ ...item.creation, body });
      if (draft.chance(2)) draft.add(getRequest(item));
    },
  },
  personAction('checkout', 'pay', 'payment-failure', 'checkouts/{reference}/settle', { outcome: 'succeeded' }),
  personAction('checkout', 'fail to pay', 'payment-failure', 'checkouts/{reference}/settle', { outcome: 'failed' }),
  {
    name: 'refund',
    kinds: ['checkout'],
    addTo: (parent, draft) => void create(draft, 'refund', { by: parent.by, parent, fails: draft.chance(4) }),
  },
  personAction('escrow', 'pay', 'escrow-buyer-email', escrow('pay'), {}),
  personAction('escrow', 'try to pay', 'escrow-buyer-email', escrow('pay'), { buyerEmail: 'somebody@example.com' }),
  personAction('escrow', 'dispute', 'escrow-dispute', escrow('dispute')),
  personAction('escrow', 'buyer release', 'escrow-buyer-release', escrow('buyer-release')),
  request('escrow', 'release', (item) => ({ ask: `POST ${at(item)}/release` })),
  request('escrow', 'cancel', (item) => ({ ask: `POST ${at(item)}/cancel` })),
  request('escrow', 'refund', (item, draft) => ({
    ask: `POST ${at(item)}/refund`,
    body: escrowRefundBody(draft, item.amount),
  })),
  sandboxDecision('approve'),
  sandboxDecision('reject'),
  owner('approve'),
  owner('reject'),
  owner('unlink'),
  {
    name: 'unlink',
    kinds: ['wallet link'],
    addTo(item, draft) {
      draft.add({ by: item.by, ask: `DELETE ${at(item)}` });
      setExpectedState(item, 'unlink');
    },
  },
  {
    name: 'ask again',
    kinds: ['wallet link'],
    addTo: ({ creation: { key: _, learns: __, ...again } }, draft) => draft.add(again),
  },
  {
    name: 'newer request',
    kinds: ['wallet link'],
    addTo(item, draft) {
      const name = draft.name('l');
      const { learns: _, ...creation } = item.creation;
      const body = { ...creation.body, linkRef: `{${draft.name('f')}}` };
      const newer: Ask = { ...creation, body, key: draft.key(), learns: { [name]: 'linkId' } };
      draft.add(newer);
      draft.items.push({ ...item, name, creation: newer, state: 'PENDING', keyed: [newer] });
      if (item.state === 'PENDING') item.state = 'superseded';
    },
  },
  {
    name: 'balance',
    kinds: ['wallet link'],
    addTo: ({ by, creation }, draft) =>
      draft.add({ by, ask: `GET /v1/wallets/${String(creation.body?.walletId)}/balance` }),
  },
];

export function triggerNamed(kind: ObjectKind, name: string): Trigger | undefined {
  return triggers.find((trigger) => trigger.name === name && trigger.kinds.includes(kind));
}
