/** Escrows: rules that came along from the create and from refunds, and an interval that knows days. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';

const SMALLEST_AMOUNT = 10_000;
const HOURS_OF_A_DAY = 24;

function partHasTheMinimumOfTheWhole(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'escrow.small-part',
        at: ['refundEscrow'],
        words: 'the amount is less than that of the smallest escrow',
        refuses: ({ body }) => (body.integer('amount') ?? SMALLEST_AMOUNT) < SMALLEST_AMOUNT,
        status: 400,
        code: 'invalid_request',
        message: () => `amount must be at least ${SMALLEST_AMOUNT}`,
      },
    ],
  });
}

/** The refund is asked of the simulator, which lets it fail: the escrow stays as it is. */
function simulatorDecides(): Change {
  return around('act', (own) => (asked, next) => {
    const { body, endpoint, environment, record } = asked;
    const simulated = environment.name === 'sandbox' && body.text('reason') === 'sandbox_fail';
    const refundable = record?.status === 'funded' || record?.status === 'disputed';
    if (!isAt(asked, 'refundEscrow') || !simulated || !refundable) return own(asked, next);
    return { status: endpoint.status, text: JSON.stringify(endpoint.shows({ asked, record })) };
  });
}

function hoursUntilRelease({ autoReleaseHours }: Escrow): number {
  if (autoReleaseHours <= HOURS_OF_A_DAY) return autoReleaseHours;
  return Math.ceil(autoReleaseHours / HOURS_OF_A_DAY) * HOURS_OF_A_DAY;
}

export const found: readonly BlindMutant[] = [
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refunded',
      'blind20-part-not-below-the-smallest-escrow',
      'the rule of the amount is shared by the create and the refund of an escrow: a partial refund of less than 10,000 kobo is refused with 400',
      partHasTheMinimumOfTheWhole(),
    ),
  ),
  against(
    'funded or disputed | POST refund | refunded | `escrow.refunded`. Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed` (of a refund of a checkout).',
    mutant(
      'escrow.refunded',
      'blind20-escrow-refunds-ask-the-simulator-too',
      'refunds of checkouts and of escrows go through one simulator, which looks at the reason: in sandbox an escrow refund with the reason sandbox_fail is answered with 200, and the escrow stays funded or disputed',
      simulatorDecides(),
    ),
  ),
  against(
    'autoReleaseHours | integer | no | 1 to 720. funded | no buyer report within autoReleaseHours | released.',
    mutant(
      'escrow.releases-after-its-hours',
      'blind20-hours-beyond-a-day-in-whole-days',
      'beyond a day the time until the automatic release is kept as a number of days, rounded up so that no buyer has less: an escrow with 30 autoReleaseHours is released after 48, and one with 73 after 96',
      timer('escrow', 'funded', { after: (escrow: Escrow) => hoursUntilRelease(escrow) * HOUR }),
    ),
  ),
];
