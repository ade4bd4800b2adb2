/** Refusals that leave something behind. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { addedTransition } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, whenRefused } from '../ways.ts';

/** The lock of a key is taken in front of the limit of the rate, and given back behind it. */
function lockTakenBeforeTheLimit(): Change {
  const lock = ({ endpoint, header, merchant, service, ...rest }: Case) => {
    const key = header('idempotency-key') ?? '';
    if (!endpoint.idempotencyKey || key === '' || merchant.keys.has(key)) return;
    const until = service.clock.now() + service.rules.decisions.keyRememberedSeconds * 1_000;
    const fingerprint = service.rules.functions.sameRequest({ endpoint, header, merchant, service, ...rest });
    merchant.keys.set(key, { fingerprint, reply: null, until });
  };
  return around('limitRate', (own) => (asked, next) => {
    let admitted = false;
    try {
      return own(asked, () => {
        admitted = true;
        return next();
      });
    } catch (error) {
      if (!admitted && error instanceof Refusal) lock(asked);
      throw error;
    }
  });
}

/** What a refused cancel rolls back is the pause of the release, too. */
function refusedCancelResumesRelease(): Change {
  return all(
    addedTransition('escrow', { from: 'disputed', on: 'resumed', to: 'released', sends: 'escrow.released' }),
    whenRefused('cancelEscrow', ({ record, service }) => {
      if (record?.kind !== 'escrow' || record.status !== 'disputed' || record.paidAt === null) return;
      const due = Date.parse(record.paidAt) + record.autoReleaseHours * HOUR * 1_000;
      service.clock.schedule(due, () => service.fire(record, 'resumed'));
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'rate-limit.refused-has-no-effect',
      'blind13-limited-request-keeps-its-lock',
      'the lock of an Idempotency-Key is taken before the rate is looked at: a POST that was refused with 429, and is sent again with its key when Retry-After is over, is refused with 409 request_in_progress',
      lockTakenBeforeTheLimit(),
    ),
  ),
  against(
    'funded | buyer files a refund request | disputed | release is paused. A paid escrow cannot be cancelled.',
    mutant(
      'escrow.dispute-pauses-release',
      'blind13-refused-cancel-resumes-the-release',
      'a cancel stops the timer of the automatic release and starts it again where it is refused: after a refused cancel a disputed escrow is released when its autoReleaseHours are over',
      refusedCancelResumesRelease(),
    ),
  ),
];
