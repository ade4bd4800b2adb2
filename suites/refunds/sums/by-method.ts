import { Blocked, checks, expect, field } from '../../../lib/interface/index.ts';
import { afterRefund, firstSettled, options, paidBy, partsUntil } from '../../balance/paid-by.ts';

// "Partial refunds are allowed", and what one that failed has freed is refundable again: however it was paid.

checks(
  'refund.adds-to-refunded-amount',
  paidBy,
  ({ by }) => `a refund of what was paid by ${by}`,
  async (context, { moved }) => {
    expect(afterRefund(await moved(context)).record).toHaveField('refundedAmount', 7_013);
  },
  options,
);

checks(
  'refund.settles',
  paidBy,
  ({ by }) => `a refund of what was paid by ${by} succeeds by itself`,
  async (context, { moved }) => {
    expect(firstSettled(await moved(context))).toHaveField('status', 'succeeded');
  },
  options,
);

checks(
  'refund.up-to-amount-paid',
  paidBy,
  ({ by }) => `a part of what was paid by ${by} is refunded, and at last all that is left`,
  async (context, { moved }) => {
    const seen = await moved(context);

    expect(seen.first).toHaveStatus(201);
    expect(partsUntil(seen, 'failing', 'again').rest).toHaveStatus(201);
  },
  options,
);

checks(
  'refund.failed-frees-amount',
  paidBy,
  ({ by }) => `of what was paid by ${by}, a refund that failed can be asked for again`,
  async (context, { moved }) => {
    const { again, failed } = partsUntil(await moved(context), 'failing');
    if (field(failed.json, 'status') !== 'failed') throw new Blocked('the first of the two should have failed');

    expect(again).toHaveStatus(201);
  },
  options,
);

checks(
  'refund.exceeds-paid',
  paidBy,
  ({ by }) => `one kobo more than was paid by ${by}, once all of it is refunded in parts`,
  async (context, { moved }) => {
    expect(partsUntil(await moved(context), 'failing', 'again', 'rest').beyond).toBeRefusedWith(
      422,
      'refund_exceeds_paid',
    );
  },
  options,
);

checks(
  'refund.adds-to-refunded-amount',
  paidBy,
  ({ by }) => `all that was paid by ${by}, refunded in parts of which one failed`,
  async (context, { moved, amount }) => {
    expect(partsUntil(await moved(context), 'failing', 'again', 'rest').record).toHaveField('refundedAmount', amount);
  },
  options,
);
