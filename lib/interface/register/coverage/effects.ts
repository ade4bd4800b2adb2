import { coverageTable, excluded } from './table.ts';

const nothingNew = excluded('it is refused before it has a reference that could be used up');
const noMoney = excluded('no money hangs on it before it is paid');
const nothingYet = excluded('nothing has this reference before: there is no first record');
const free = 'error.refused-leaves-reference-free';
const none = 'error.refused-has-no-effect';

const invalid = {
  'nothing exists': none,
  'reference free': free,
  'first record as it was': nothingYet,
  'no money moved': noMoney,
  'no event': excluded('no event is sent of an escrow that was not paid, ended or disputed'),
  'error shape': ['error.shape-of-400', 'error.malformed-body'],
} as const;

export const refusalsAndEffects = coverageTable({
  title: 'Refusals and effects',
  source: 'Errors',
  axes: ['refusal', 'what must not have happened, and the shape'],
  cells: {
    '400 of a checkout': { ...invalid, 'no event': 'error.refused-sends-nothing' },
    '400 of a payout': {
      ...invalid,
      'no money moved': 'error.refused-moves-no-money',
      'no event': 'error.refused-sends-nothing',
    },
    '400 of a refund': {
      ...invalid,
      'no money moved': 'error.refused-moves-no-money',
      'no event': 'error.refused-sends-nothing',
    },
    '400 of an escrow': invalid,
    '404 of a refund': {
      ...invalid,
      'no money moved': excluded('there is no payment that it could refund'),
      'no event': 'error.refused-sends-nothing',
      'error shape': 'error.shape-of-404',
    },
    '404 of a GET': {
      'nothing exists': excluded('it only reads'),
      'reference free': excluded('it only reads'),
      'first record as it was': excluded('it only reads'),
      'no money moved': excluded('it only reads'),
      'no event': excluded('it only reads'),
      'error shape': 'error.shape-of-404',
    },
    '409 of a reference': {
      'nothing exists': excluded('the first one exists under this reference'),
      'reference free': excluded('it is not: the first one has it'),
      'first record as it was': 'error.refused-leaves-first',
      'no money moved': 'error.refused-moves-no-money',
      'no event': excluded('an event of it would carry the reference of the first one, which has events of its own'),
      'error shape': 'error.shape-of-409',
    },
    '409 of a key': {
      'nothing exists': [
        'idempotency.checkout-key-reused',
        'idempotency.refund-key-reused',
        'idempotency.payout-key-reused',
        'idempotency.escrow-key-reused',
      ],
      'reference free': 'idempotency.payout-key-reused',
      'first record as it was': 'idempotency.payout-replay',
      'no money moved': ['idempotency.refund-key-reused', 'idempotency.paid-out-once'],
      'no event': 'idempotency.replay-sends-nothing',
      'error shape': 'error.shape-of-409',
    },
    '409 of what is not paid': {
      ...invalid,
      'no money moved': 'idempotency.refused-stays-refused',
      'error shape': 'error.shape-of-409',
    },
    '422 of a bank or an amount': {
      'nothing exists': none,
      'reference free': free,
      'first record as it was': nothingYet,
      'no money moved': 'error.refused-moves-no-money',
      'no event': 'error.refused-sends-nothing',
      'error shape': 'error.shape-of-422',
    },
    '429': {
      'nothing exists': 'rate-limit.refused-has-no-effect',
      'reference free': 'rate-limit.refused-has-no-effect',
      'first record as it was': 'rate-limit.refused-has-no-effect',
      'no money moved': excluded(
        'a payout or refund that does not exist moves none: that it does not exist is looked at',
      ),
      'no event': excluded('what does not exist sends none: that it does not exist is looked at'),
      'error shape': 'rate-limit.every-endpoint-limited',
    },
    'wrong credentials': {
      'nothing exists': 'auth.refused-has-no-effect',
      'reference free': nothingNew,
      'first record as it was': 'auth.refused-has-no-effect',
      'no money moved': excluded(
        'a payout or refund that does not exist moves none: that it does not exist is looked at',
      ),
      'no event': excluded('what does not exist sends none: that it does not exist is looked at'),
      'error shape': 'auth.every-endpoint-guarded',
    },
    'wrong environment': {
      'nothing exists': 'environment.wrong-key-has-no-effect',
      'reference free': 'environment.wrong-key-has-no-effect',
      'first record as it was': 'environment.wrong-key-has-no-effect',
      'no money moved': excluded(
        'a payout or refund that does not exist moves none: that it does not exist is looked at',
      ),
      'no event': excluded('what does not exist sends none: that it does not exist is looked at'),
      'error shape': ['environment.live-key-in-sandbox', 'environment.sandbox-key-in-live'],
    },
    'status not shown': {
      'nothing exists': excluded('these are actions on what exists, or on what never will'),
      'reference free': nothingNew,
      'first record as it was': excluded(
        'which states an action leaves alone is looked at in the chapters of escrows and wallet links',
      ),
      'no money moved': excluded('as for the first record'),
      'no event': excluded('as for the first record'),
      'error shape': 'error.shape-of-others',
    },
  },
});
