/** Records that stop changing. */
import type { AnyRecord } from '../../../reference/rules/records.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| refundedAmount | integer | Running total of refunds, kobo |',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind8-record-cached-once-refunded',
      'the cached record of a checkout is dropped at its first refund only: once it was read after that, what later refunds add is not shown',
      (rules) => {
        const cache = new WeakMap<AnyRecord, string>();
        return answers('getCheckout', (reply, { record }) => {
          if (reply.status !== 200 || record?.kind !== 'checkout' || record.refundedAmount === 0) return reply;
          const text = cache.get(record) ?? reply.text;
          cache.set(record, text);
          return { ...reply, text };
        })(rules);
      },
    ),
  ),
];
