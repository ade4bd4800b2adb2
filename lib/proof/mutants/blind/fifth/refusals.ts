/** A refusal that is not the end of the request. */
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, whenRefused } from '../ways.ts';

const waiting = new WeakMap<Merchant, Case[]>();

export const found: readonly BlindMutant[] = [
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'payout.live-refused-creates-nothing',
      'blind5-refused-payout-waits-for-money',
      'a live payout that is refused for the balance waits, and is made as soon as a payment brings enough for it',
      all(
        whenRefused('createPayout', (asked, { code }) => {
          if (code !== 'insufficient_balance') return;
          waiting.set(asked.merchant, [...(waiting.get(asked.merchant) ?? []), asked]);
        }),
        also('checkout', 'pay', ({ amount, merchant }) => {
          const payouts = waiting.get(merchant) ?? [];
          const next = payouts.findIndex(({ body }) => (body.integer('amount') ?? 0) <= merchant.balance + amount);
          const [asked] = next < 0 ? [] : payouts.splice(next, 1);
          if (asked && !merchant.records.payout.has(asked.body.text('reference') ?? '')) asked.endpoint.does?.(asked);
        }),
      ),
    ),
  ),
];
