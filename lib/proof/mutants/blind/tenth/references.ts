/** References that are looked up in the wrong place: among what was missed before, or of one checkout alone. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** How long the cache remembers that there is nothing. */
const REMEMBERED_MS = 60_000;

function remembersMisses(): Change {
  const missed = new WeakMap<Merchant, Map<string, number>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'getRefund')) return next();
    const { merchant, service, params } = asked;
    const { reference = '' } = params;
    const misses = missed.get(merchant) ?? new Map<string, number>();
    missed.set(merchant, misses);
    const now = service.clock.now();
    if (now < (misses.get(reference) ?? 0))
      throw new Refusal(service.rules.decisions.unknown.refund, `there is nothing at ${asked.path}`);
    if (!merchant.records.refund.has(reference)) misses.set(reference, now + REMEMBERED_MS);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'GET | /v1/refunds/{reference} | none | 200 refund record.',
    mutant(
      'refund.record-found',
      'blind10-misses-remembered',
      'the cache in front of the records keeps what it did not find: a refund whose reference was read before it was created is answered with 404 until a minute has passed',
      remembersMisses(),
    ),
  ),
  against(
    '409 duplicate_reference: Reference already used. Refund reference: Unique id of the refund.',
    mutant(
      'refund.duplicate-reference',
      'blind10-unique-within-checkout',
      'the references of refunds are unique within their checkout: one that a refund of another checkout has is accepted once more',
      guard('refund.duplicate-reference', {
        refuses: ({ merchant, body, payment }) => {
          const earlier = merchant.records.refund.get(body.text('reference') ?? '');
          return earlier !== undefined && (payment === undefined || earlier.payment === payment);
        },
      }),
    ),
  ),
];
