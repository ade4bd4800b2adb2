/** Bodies that count as the same because one of them is not there. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const NO_BODY = 'no body';

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`. Escrow refund request body: `{ amount?: integer, reason?: string }`.',
    mutant(
      'idempotency.escrow-refund-key-reused',
      'blind12-bodies-compared-where-both-are-there',
      'bodies are compared only where both requests have one: after a refund of an escrow without a body, the same key with an amount is answered as a repetition of it, and the other way round',
      functions(({ sameRequest }) => ({
        sameRequest(asked) {
          const { endpoint, header, merchant, path, raw } = asked;
          if (endpoint.name !== 'refundEscrow') return sameRequest(asked);
          const without = `${path} ${NO_BODY}`;
          const kept = merchant.keys.get(header('idempotency-key') ?? '')?.fingerprint;
          if (kept?.startsWith(path) && (raw.length === 0 || kept === without)) return kept;
          return raw.length === 0 ? without : `${path} ${sameRequest(asked)}`;
        },
      })),
    ),
  ),
];
