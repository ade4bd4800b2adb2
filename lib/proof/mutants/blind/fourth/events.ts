/** Events of one kind, or one origin, that tell something else. */
import { event } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';
import { payloadOf } from '../ways-of-delivery.ts';

const releasedByTime = new WeakSet<object>();

/** Lagos is an hour ahead of UTC. */
const localTime = (told: Record<string, unknown>) => ({
  ...told,
  occurredAt: new Date(Date.parse(String(told.occurredAt)) + HOUR * 1_000).toISOString(),
});

export const found: readonly BlindMutant[] = [
  against(
    '| occurredAt | date-time | | … Timestamps are ISO 8601 date-times.',
    mutant(
      'webhook.occurred-at',
      'blind4-payout-events-in-local-time',
      'the occurredAt of payout events is the local time of Lagos, written as if it were UTC',
      all(payloadOf('payout.succeeded', localTime), payloadOf('payout.failed', localTime)),
    ),
  ),
  against(
    "| escrow.released | Money went to the seller; amountMinor is the seller's share before the fee |",
    mutant(
      'escrow.event-amounts-with-fee',
      'blind4-automatic-release-tells-the-net',
      'the escrow.released of an automatic release carries what is left after the fee',
      all(
        also('escrow', 'no report in time', (escrow) => void releasedByTime.add(escrow)),
        event('escrow.released', (carried, escrow) =>
          releasedByTime.has(escrow)
            ? { ...carried, amountMinor: Number(escrow.amount) - Number(escrow.feeAmount ?? 0) }
            : carried,
        ),
      ),
    ),
  ),
];
