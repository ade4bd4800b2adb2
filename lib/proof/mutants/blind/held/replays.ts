/** Bodies that count as the same because a part of them is not compared. */
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** The fields of the request table, innermost ones only. */
function knownFields({ endpoint, body, service }: Case): unknown[] | null {
  if (endpoint.takes === undefined) return null;
  const names = service.rules.forms[endpoint.takes].map(({ field }) => field);
  const innermost = names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
  return innermost.map((name) => [name, body.get(name) ?? null]);
}

const NO_BODY = 'no body';

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`. Whether `bankCode` is accepted, optional, or changes the matching: not shown.',
    mutant(
      'idempotency.payout-key-reused',
      'blind12-fingerprint-of-known-fields',
      'the fingerprint of a request is taken after the fields that the service does not know were removed: a payout with the same key and another recipient.bankCode is answered as a repetition of the first',
      functions(({ sameRequest }) => ({
        sameRequest(asked) {
          const fields = knownFields(asked);
          if (fields === null) return sameRequest(asked);
          return `${asked.endpoint.method} ${asked.path} ${JSON.stringify(fields)}`;
        },
      })),
    ),
  ),
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
