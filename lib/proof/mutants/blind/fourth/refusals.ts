/** Refusals that have cleared something away before they refused. */
import type { AnyRecord } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenRefused } from '../ways.ts';

const unscheduled = new WeakSet<AnyRecord>();

export const found: readonly BlindMutant[] = [
  against(
    '| funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released` |',
    mutant(
      'escrow.timers-run-on',
      'blind4-refused-cancel-unschedules-the-release',
      'cancel of a funded escrow is refused, but has taken the job of its automatic release away',
      all(
        whenRefused('cancelEscrow', ({ record }) => {
          if (record?.status === 'funded') unscheduled.add(record);
        }),
        timer('escrow', 'funded', {
          on: (escrow: AnyRecord) => (unscheduled.has(escrow) ? 'nothing' : 'no report in time'),
        }),
      ),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind4-refused-reuse-forgets-the-key',
      'a payout that is refused with idempotency_key_reused takes the key away: the original is not replayed any more',
      whenRefused('createPayout', ({ merchant, header }, { code }) => {
        if (code === 'idempotency_key_reused') merchant.keys.delete(header('idempotency-key') ?? '');
      }),
    ),
  ),
];
