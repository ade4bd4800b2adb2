import { checks, expect } from '../../../lib/interface/index.ts';
import { expectSame } from '../../support/attempts.ts';
import { refused } from '../../support/requests/refusals.ts';
import { tried } from './refused-made.ts';

// Every refusal of a refund, and what it must leave unchanged, at once and an hour later.

checks(
  'refund.refused-creates-nothing',
  tried,
  ({ what }) => `refused for ${what}, no refund is found`,
  async (context, { atOnce }) => {
    const { answer, recordAfter } = await atOnce(context);
    refused(answer);

    expect(recordAfter).toHaveStatus(404);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'refund.refused-creates-nothing',
  tried,
  ({ what }) => `refused for ${what}, no refund is found an hour later`,
  async (context, { later }) => {
    const { answer, recordLater } = await later(context);
    refused(answer);

    expect(recordLater).toHaveStatus(404);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

checks(
  'refund.refused-creates-nothing',
  tried,
  ({ what }) => `refused for ${what}, its reference is free`,
  async (context, { later }) => {
    const { answer, reuse } = await later(context);
    refused(answer);

    expect(reuse).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

checks(
  'refund.refused-refunds-nothing',
  tried,
  ({ what }) => `refused for ${what}, the checkout is as it was`,
  async (context, { atOnce }) => {
    const { answer, paid, after } = await atOnce(context);
    refused(answer);

    expectSame(after, paid.exchange, ['status', 'refundedAmount', 'paidAt']);
  },
  ({ needs }) => ({ needs }),
);

checks(
  'refund.refused-refunds-nothing',
  tried,
  ({ what }) => `refused for ${what}, nothing is refunded an hour later`,
  async (context, { later }) => {
    const { answer, checkouts } = await later(context);
    refused(answer);

    for (const checkout of checkouts.filter(({ status }) => status === 200)) {
      expect(checkout).toHaveField('refundedAmount', 0);
    }
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

// The remaining refundable amount is not in the record: refunding all of it shows that nothing is reserved.
checks(
  'refund.refused-refunds-nothing',
  tried,
  ({ what }) => `refused for ${what}, all that was paid can be refunded an hour later, and no kobo more`,
  async (context, { later }) => {
    const { answer, beyond, all } = await later(context);
    refused(answer);

    expect(beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
    for (const each of all) expect(each).toHaveStatus(201);
  },
  ({ needs }) => ({ needs, waits: '1h' }),
);

checks(
  'refund.refused-sends-nothing',
  tried,
  ({ what }) => `refused for ${what}, no event comes within an hour`,
  async (context, { later }) => {
    const { answer, events } = await later(context);
    refused(answer);

    for (const came of events) expect(came).toBeEmpty();
  },
  ({ needs }) => ({ needs: [...needs, 'webhooks'], waits: '1h' }),
);
