import { captured, checks, expect, shared } from '../../../lib/interface/index.ts';
import { another, dues, LATER, SOON } from '../retries/settings-changed.ts';
import { dueAfter, timesOf } from '../retries/timing.ts';
import { whenInstead } from '../support.ts';

// A new address does not end the deliveries that wait for a retry, in live either. To which address a retry goes is not shown.

const CANCELLED = 'escrow.cancelled';

/** An event that can be caused in both environments. */
const moved = shared('a failing event while the address is changed', ['webhooks', 'webhook-url'], async (context) => {
  const { merchant, time } = context;
  const toAnother = another(context);
  const { reference } = await merchant.escrow();
  merchant.webhooks.answer({ event: CANCELLED, reference }, 500);
  await merchant.api.cancelEscrow(reference);
  const first = await merchant.webhooks.given(CANCELLED, reference);
  await time.wait(SOON, 'the address is changed between attempts');
  await toAnother(context, [{ reference, answer: 500 }]);
  await time.wait(LATER, 'retries come');
  return { reference, first };
});

checks(
  ({ id }) => id,
  dues.slice(0, 2),
  ({ words }) =>
    `${CANCELLED}: one comes ${words} after the attempt before it, or after the event, at whichever address`,
  async (context, { due }) => {
    const { reference, first } = await moved(context);
    const all = captured(context, { event: CANCELLED, reference });

    expect(dueAfter(all, first, due)).toHaveCome(`answered with 500: ${whenInstead(timesOf(all).value, due)}`);
  },
  { needs: ['clock', 'webhook-url'], waits: '9m', drawn: 1, alsoInLive: true },
);
