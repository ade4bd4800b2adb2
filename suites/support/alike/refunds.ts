import { type Created, created } from '../../../lib/interface/index.ts';
import { dueAtOnce } from './due-at-once.ts';
import { type Kind, order, type Row, unlessOneForAll } from './groups.ts';

// Refunds with the same amount and reason, of similar checkouts: each settles and has its own event.

function kindOf(reason: string): Kind<Created> {
  return {
    of: 'refund',
    needs: ['buyer'],
    make: async ({ buyer }, as, reference) => {
      // For two merchants the checkouts have the same reference as well.
      const payment = await buyer.paid(as, { ...order, reference: `${reference}-of`, amount: 7_003 });
      const body = { reference, paymentReference: payment.reference, amount: 1_001, reason };
      return created('refund', await unlessOneForAll(as.createRefund(body)));
    },
    look: (as, object) => as.get(object),
    named: ({ reference }) => reference,
  };
}

/** Checks for several chapters: see `table`. */
export const alikeRefunds: readonly Row[] = [
  ...dueAtOnce({
    kind: kindOf('Came back'),
    what: 'that succeed',
    seconds: 5,
    after: { value: 'succeeded' },
    id: 'refund.settles',
    told: { event: 'refund.succeeded', id: 'webhook.refund-succeeded' },
    final: 'refund.succeeded-is-final',
  }),

  ...dueAtOnce({
    kind: kindOf('sandbox_fail'),
    what: 'that fail',
    seconds: 5,
    after: { value: 'failed' },
    id: 'refund.sandbox-fail',
    told: { event: 'refund.failed', id: 'webhook.refund-failed' },
    final: 'refund.failed-is-final',
  }),
];
