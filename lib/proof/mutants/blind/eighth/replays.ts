/** Keys that take another request for the same, and replays that do something. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, parsed } from '../ways.ts';

/** As a template text writes it: objects within the objects of the body are all alike. */
function flattened(raw: Buffer): string {
  const text = raw.toString('utf8');
  const value = parsed(text);
  if (value === undefined) return text;
  const depths = new WeakMap<object, number>();
  return JSON.stringify(value, function (this: object, _, inner: unknown) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const depth = (depths.get(this) ?? -1) + 1;
    depths.set(inner, depth);
    return depth > 1 ? '[object Object]' : inner;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind8-key-compares-outer-objects',
      'bodies are compared as texts in which an object within metadata reads [object Object]: one that differs only in there is replayed',
      functions(() => ({
        sameRequest: ({ endpoint, path, raw }) => `${endpoint.method} ${path} ${flattened(raw)}`,
      })),
    ),
  ),
  against(
    '| pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance |',
    mutant(
      'idempotency.paid-out-once',
      'blind8-replay-of-failed-payout-reserves',
      'the replay of a payout that has failed takes its amount from the balance once more',
      answers('createPayout', (reply, asked) => {
        if (reply.headers?.['idempotent-replayed'] === undefined) return reply;
        const payout = asked.merchant.records.payout.get(String(bodyOf(asked).reference));
        if (payout?.status === 'failed') asked.merchant.balance -= payout.amount;
        return reply;
      }),
    ),
  ),
];
