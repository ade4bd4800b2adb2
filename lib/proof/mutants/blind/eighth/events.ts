/** Events that are not sent. */
import type { Payout } from '../../../reference/rules/records.ts';
import { addedTransition } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const UNTOLD = 'settlement succeeds, and was told already';

export const found: readonly BlindMutant[] = [
  against(
    '| pending | settlement | success | succeeded | `payout.succeeded` sent |',
    mutant(
      'webhook.payout-succeeded',
      'blind8-events-known-by-reference',
      'events sent are remembered by reference and outcome without the kind: of a payout that bears the reference of a paid checkout no success is told',
      all(addedTransition('payout', { from: 'pending', on: UNTOLD, to: 'succeeded', sends: null }), (rules) => ({
        ...rules,
        timers: rules.timers.map((timer) => {
          if (timer.kind !== 'payout') return timer;
          const { on } = timer;
          const plain = (payout: Payout) => (typeof on === 'string' ? on : on(payout));
          const told = ({ merchant, reference }: Payout) =>
            merchant.records.checkout.get(reference)?.status === 'succeeded';
          return {
            ...timer,
            on: (payout: Payout) => (plain(payout) === 'settlement succeeds' && told(payout) ? UNTOLD : plain(payout)),
          };
        }),
      })),
    ),
  ),
];
