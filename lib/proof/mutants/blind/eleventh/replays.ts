/** Repetitions that are compared by the database, or judged before they are known. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind11-bodies-in-a-column-without-case',
      'bodies are kept in a column that is compared without case: one that differs in the case of letters alone is answered with a replay',
      functions(() => ({
        sameRequest: ({ endpoint, path, raw }) => `${endpoint.method} ${path} ${raw.toString('utf8').toLowerCase()}`,
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.payout-replay',
      'blind11-replay-needs-the-balance-again',
      'the balance is looked at before the key: a live payout that is repeated when the first one has used the balance up is refused with 422 insufficient_balance',
      before('keepKey', (asked, next) => {
        const { environment, header, merchant, service } = asked;
        const { amount } = bodyOf(asked);
        const kept = merchant.keys.get(header('idempotency-key') ?? '');
        if (!isAt(asked, 'createPayout') || environment.name !== 'live' || typeof amount !== 'number') return next();
        if (kept?.fingerprint !== service.rules.functions.sameRequest(asked) || amount <= merchant.balance)
          return next();
        throw new Refusal(
          { status: 422, code: 'insufficient_balance' },
          `the amount is above the available balance of ${merchant.balance} kobo`,
        );
      }),
    ),
  ),
];
