/** What a key stands for, and how long. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind9-fingerprint-of-outer-names',
      'the body is written out for its fingerprint with a list of its outermost names, which leaves out what nested objects hold: a body that differs there alone is taken for a repetition',
      functions(() => ({
        sameRequest: ({ endpoint, path, body: { value } }) =>
          `${endpoint.method} ${path} ${JSON.stringify(value, Object.keys(value).sort())}`,
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.checkout-replay',
      'blind9-refusal-gives-key-back',
      'each refusal gives the key back, also the one for a key that is in use: after a 409 idempotency_key_reused the original request is not known any more',
      answers('everywhere', (reply, { merchant, header }) => {
        if (codeOf(reply) === 'idempotency_key_reused') merchant.keys.delete(header('idempotency-key') ?? '');
        return reply;
      }),
    ),
  ),
];
