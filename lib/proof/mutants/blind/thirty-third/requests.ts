/** Keys of idempotency and the rate: repeats, two environments, and what became of the first. */
import type { KeptRequest, Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, parsed } from '../ways.ts';
import { givesBack } from '../ways-of-limits.ts';

const REPEATS = 3;

function keyOf({ header }: Case): string {
  return header('idempotency-key') ?? '';
}

/** The request of a sandbox merchant under that key, if it is the same one. */
function keptInSandbox(asked: Case): KeptRequest | undefined {
  const { sandbox } = asked.service.environments;
  const fingerprint = asked.service.rules.functions.sameRequest(asked);
  const kept = [...sandbox.merchants.values()].map(({ keys }) => keys.get(keyOf(asked)));
  return kept.find((each) => each !== undefined && each.reply !== null && each.fingerprint === fingerprint);
}

function goodForThreeRepeats(): Change {
  const counts = new WeakMap<Merchant, Map<string, number>>();
  return around('keepKey', (own) => async (asked, next) => {
    const reply = await own(asked, next);
    if (reply.headers?.['idempotent-replayed'] === undefined) return reply;
    const repeats = counts.get(asked.merchant) ?? new Map<string, number>();
    counts.set(asked.merchant, repeats);
    const count = (repeats.get(keyOf(asked)) ?? 0) + 1;
    repeats.set(keyOf(asked), count);
    if (count >= REPEATS) asked.merchant.keys.delete(keyOf(asked));
    return reply;
  });
}

function referenceOf(kept: KeptRequest | undefined): string {
  return String((parsed(kept?.reply?.text ?? '') as { reference?: unknown } | undefined)?.reference ?? '');
}

export const found: readonly BlindMutant[] = [
  against(
    'Two fully separate environments exist, sandbox and live. Each has its own merchants, keys and webhook secrets.',
    mutant(
      'environment.data-is-separate',
      'blind33-keys-of-both-environments-are-one',
      'keys are kept in one place for both environments: a create in live with the key and body of one in sandbox is answered with a replay of that, and nothing is made',
      before('keepKey', (asked, next) => {
        const { environment, endpoint } = asked;
        const kept = environment.name === 'live' && endpoint.idempotencyKey ? keptInSandbox(asked) : undefined;
        if (kept?.reply) return { ...kept.reply, headers: { 'idempotent-replayed': 'true' } };
        return next();
      }),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.checkout-replay',
      'blind33-three-repeats-and-no-more',
      'a key is good for three repeats, as many as the own client makes, and is then forgotten: the fourth is carried out and refused for its reference',
      goodForThreeRepeats(),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.refund-key-reused',
      'blind33-key-of-a-failed-refund-is-free',
      'the key of a refund that failed is free for its retry: with another body, which has a new reference, it makes a second refund',
      before('keepKey', async (asked, next) => {
        const { merchant, service } = asked;
        const kept = merchant.keys.get(keyOf(asked));
        const different = kept?.fingerprint !== service.rules.functions.sameRequest(asked);
        const failed = merchant.records.refund.get(referenceOf(kept))?.status === 'failed';
        if (isAt(asked, 'createRefund') && failed && different) merchant.keys.delete(keyOf(asked));
        return next();
      }),
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.refused-requests-count',
      'blind33-repeats-of-one-in-progress-are-free',
      'a repeat of a request that is still being processed is not counted: any number of them passes while it lasts',
      givesBack((reply) => codeOf(reply) === 'request_in_progress'),
    ),
  ),
];
