/** Keys that are compared otherwise, or forgotten, in one situation alone. */
import type { Reply } from '../../../reference/rules/requests.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers, around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.refund-key-reused',
      'blind3-refund-body-without-case',
      'bodies of refunds that differ in letter case alone are the same under a key',
      functions(({ sameRequest }) => ({
        sameRequest: (asked) =>
          isAt(asked, 'createRefund')
            ? sameRequest({ ...asked, raw: Buffer.from(asked.raw.toString('utf8').toLowerCase()) })
            : sameRequest(asked),
      })),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.escrow-key-reused',
      'blind3-escrow-body-by-first-two-kilobytes',
      'of the body of an escrow the first 2,048 bytes are compared under a key',
      functions(({ sameRequest }) => ({
        sameRequest: (asked) =>
          isAt(asked, 'createEscrow')
            ? sameRequest({ ...asked, raw: asked.raw.subarray(0, 2_048) })
            : sameRequest(asked),
      })),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind3-checkout-keys-without-hyphens',
      'hyphens in the keys of checkouts do not count',
      around('keepKey', (own) => (asked, next) => {
        if (!isAt(asked, 'createCheckout')) return own(asked, next);
        const header = (name: string) =>
          name === 'idempotency-key' ? asked.header(name)?.replaceAll('-', '') : asked.header(name);
        return own({ ...asked, header }, next);
      }),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. … the original response is replayed',
    mutant(
      'idempotency.in-progress',
      'blind3-request-in-progress-frees-key',
      'the key of a payout that was refused once with request_in_progress is forgotten when the first one is done',
      (rules) => {
        const freed = new WeakMap<object, Set<string>>();
        return before('keepKey', ({ merchant, header }, next) => {
          const key = header('idempotency-key') ?? '';
          if (freed.get(merchant)?.has(key) && merchant.keys.get(key)?.reply) {
            merchant.keys.delete(key);
            freed.get(merchant)?.delete(key);
          }
          return next();
        })(
          answers('createPayout', (reply, { merchant, header }) => {
            if (codeOf(reply) === 'request_in_progress')
              freed.set(merchant, (freed.get(merchant) ?? new Set()).add(header('idempotency-key') ?? ''));
            return reply;
          })(rules),
        );
      },
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` … Same key and same body: the original response is replayed',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind3-release-replayed-for-another-merchant',
      "a release under a key that another merchant used for the same path is answered with that merchant's answer",
      (rules) => {
        const kept = new Map<string, { by: object; reply: Reply }>();
        return around('keepKey', (own) => async (asked, next) => {
          if (!isAt(asked, 'releaseEscrow')) return own(asked, next);
          const key = `${asked.environment.name} ${asked.path} ${asked.header('idempotency-key')}`;
          const known = kept.get(key);
          if (known && known.by !== asked.merchant)
            return { ...known.reply, headers: { 'idempotent-replayed': 'true' } };
          const reply = await own(asked, next);
          if (reply.status < 400) kept.set(key, { by: asked.merchant, reply });
          return reply;
        })(rules);
      },
    ),
  ),
];
