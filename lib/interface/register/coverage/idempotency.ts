import { coverageTable, excluded } from './table.ts';

const noFields = excluded(
  'it has no body: nothing of it can differ but the path, which `idempotency.scope-of-a-key` is about',
);
const noTime = excluded('no time runs that a repetition could restart');
const dailyReplay = excluded('how long a key is remembered is not shown: `idempotency.key-lifetime` looks at it');
const linkKeys = excluded('whether wallet links and sandbox decisions take keys is not shown');

const common = {
  'longest key': 'idempotency.key-longest',
  'key too long': 'idempotency.key-too-long',
  'at once': 'idempotency.concurrent-one-original',
  'in progress': 'idempotency.in-progress',
  'a day later': dailyReplay,
} as const;

const create = {
  'another merchant': 'idempotency.keys-are-per-merchant',
  'keys that differ': 'idempotency.keys-differ',
  'refused at first': 'idempotency.refused-stays-refused',
  'other bodies at once': 'idempotency.concurrent-bodies-one-winner',
} as const;

const action = {
  'another merchant': excluded("another merchant's escrow is unknown: the request would be refused whatever its key"),
  'keys that differ': excluded('done once an action is over: a second one is refused for the state'),
  'refused at first': excluded(
    'which statuses refuse an action is open, and `error.refused-has-no-effect` is about creates',
  ),
  'other bodies at once': excluded('an escrow takes one action: of several one is carried out, whatever their keys'),
} as const;

export const postsAndKeys = coverageTable({
  title: 'POST requests and idempotency keys',
  source: 'Authentication, Idempotency-Key',
  axes: ['request', 'rule'],
  cells: {
    'create checkout': {
      'same answer in later states': ['idempotency.checkout-replay', 'idempotency.checkout-replay-after-payment'],
      marked: 'idempotency.replay-is-marked',
      'nothing twice': 'idempotency.replay-sends-nothing',
      'no time restarted': 'idempotency.replay-restarts-no-time',
      'another field': 'idempotency.checkout-key-reused',
      ...common,
      ...create,
    },
    'create refund': {
      'same answer in later states': 'idempotency.refund-replay',
      marked: 'idempotency.replay-is-marked',
      'nothing twice': ['idempotency.refunded-once', 'idempotency.replay-sends-nothing'],
      'no time restarted': noTime,
      'another field': 'idempotency.refund-key-reused',
      ...common,
      ...create,
      'another merchant': excluded("a refund needs a payment of the merchant's own: its body is another one already"),
    },
    'create payout': {
      'same answer in later states': 'idempotency.payout-replay',
      marked: 'idempotency.replay-is-marked',
      'nothing twice': ['idempotency.paid-out-once', 'idempotency.replay-sends-nothing'],
      'no time restarted': noTime,
      'another field': 'idempotency.payout-key-reused',
      ...common,
      ...create,
    },
    'create escrow': {
      'same answer in later states': 'idempotency.escrow-replay',
      marked: 'idempotency.replay-is-marked',
      'nothing twice': excluded(
        'creating one sends no event and moves no money: a second one would be a second record of one reference',
      ),
      'no time restarted': 'idempotency.replay-restarts-no-time',
      'another field': 'idempotency.escrow-key-reused',
      ...common,
      ...create,
    },
    'release escrow': {
      'same answer in later states': 'idempotency.escrow-release-replay',
      marked: 'idempotency.escrow-release-replay',
      'nothing twice': ['idempotency.escrow-paid-once', 'idempotency.replay-sends-nothing'],
      'no time restarted': noTime,
      'another field': noFields,
      ...common,
      ...action,
    },
    'refund escrow': {
      'same answer in later states': 'idempotency.escrow-refund-replay',
      marked: 'idempotency.escrow-refund-replay',
      'nothing twice': ['idempotency.escrow-paid-once', 'idempotency.replay-sends-nothing'],
      'no time restarted': noTime,
      'another field': 'idempotency.escrow-refund-key-reused',
      ...common,
      ...action,
    },
    'cancel escrow': {
      'same answer in later states': 'idempotency.escrow-cancel-replay',
      marked: 'idempotency.escrow-cancel-replay',
      'nothing twice': 'idempotency.replay-sends-nothing',
      'no time restarted': noTime,
      'another field': noFields,
      ...common,
      ...action,
    },
    'create wallet link': {
      'same answer in later states': linkKeys,
      marked: linkKeys,
      'nothing twice': linkKeys,
      'no time restarted': linkKeys,
      'another field': linkKeys,
      'longest key': linkKeys,
      'key too long': linkKeys,
      'at once': linkKeys,
      'in progress': linkKeys,
      'a day later': linkKeys,
      'another merchant': linkKeys,
      'keys that differ': linkKeys,
      'refused at first': linkKeys,
      'other bodies at once': linkKeys,
    },
  },
});
