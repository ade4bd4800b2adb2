import { type Created, created } from '../../../lib/interface/index.ts';
import { dueAtOnce } from './due-at-once.ts';
import { type Kind, type Row, unlessOneForAll } from './groups.ts';

// Payouts with the same amount and account: each settles and has its own event.

function kindOf(accountNumber: string): Kind<Created> {
  return {
    of: 'payout',
    needs: [],
    make: async (_, as, reference) => {
      const body = { reference, amount: 12_007, recipient: { accountNumber, accountName: 'Ada Obi' } };
      return created('payout', await unlessOneForAll(as.createPayout(body)));
    },
    look: (as, object) => as.get(object),
    named: ({ reference }) => reference,
  };
}

/** Checks for several chapters: see `table`. */
export const alikePayouts: readonly Row[] = [
  ...dueAtOnce({
    kind: kindOf('2087654321'),
    what: 'that succeed',
    seconds: 10,
    after: { value: 'succeeded' },
    id: 'payout.succeeds',
    told: { event: 'payout.succeeded', id: 'webhook.payout-succeeded' },
    final: 'payout.succeeded-is-final',
  }),

  ...dueAtOnce({
    kind: kindOf('0000000000'),
    what: 'that fail',
    seconds: 10,
    after: { value: 'failed' },
    id: 'payout.failing-account',
    told: { event: 'payout.failed', id: 'webhook.payout-failed' },
    final: 'payout.failed-is-final',
  }),
];
