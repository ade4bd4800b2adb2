/** A time that is worked out once, and a day on which nothing happens. */
import type { Environment, Payout } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY } from '../ways.ts';

const SETTLES_AFTER = 5;
const SUNDAY = 0;

/** The default of a parameter is worked out when the function is defined, not when it is called. */
function timeOfTheFirst(): Change {
  const first = new WeakMap<Environment, string>();
  return also('refund', 'create', (refund) => {
    const { environment } = refund.merchant;
    refund.createdAt = first.get(environment) ?? refund.createdAt;
    first.set(environment, refund.createdAt);
  });
}

function settlesOnBankingDays({ createdAt }: Payout): number {
  const created = new Date(createdAt);
  if (created.getUTCDay() !== SUNDAY) return SETTLES_AFTER;
  return DAY - ((created.getTime() / 1_000) % DAY) + SETTLES_AFTER;
}

export const found: readonly BlindMutant[] = [
  against(
    'Refund record (GET): `id`, `reference`, `status`, `paymentReference`, `amount`, `currency`, `reason`, `failureReason`, `createdAt` (date-time).',
    mutant(
      'refund.created-at-true',
      'blind13-default-time-worked-out-once',
      'the time of creation is the default of a parameter, and that is worked out once: all refunds have the createdAt of the first one since the service was started',
      timeOfTheFirst(),
    ),
  ),
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind13-no-transfers-on-sunday',
      'the sandbox has the calendar of the banks: a payout that is created on a Sunday (UTC) stays pending until Monday',
      timer('payout', 'pending', { after: settlesOnBankingDays }),
    ),
  ),
];
