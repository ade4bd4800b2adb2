import { checks, differentOf, expect } from '../../../lib/interface/index.ts';
import { events } from '../events.ts';

// Whatever the original led to, and however it ended, a replay sends no event: no second one of that kind, and none of another end.

/** Whether the event had been acknowledged when the request was repeated; if not, it is sent again as it was, and the replay sends nothing. */
const rows = events.flatMap((each) =>
  (each.acknowledged ? [true] : [true, false]).map((acknowledged) => ({ ...each, acknowledged })),
);

checks(
  'idempotency.replay-sends-nothing',
  rows,
  ({ event, acknowledged, waits }) =>
    `two repetitions after ${event}${waits === undefined ? '' : ', when its time is over,'}${acknowledged ? '' : ', not acknowledged,'} send no other one`,
  async (context, { event, never, begin, acknowledged }) => {
    const { webhooks } = context.merchant;
    if (!acknowledged) webhooks.answer({ event }, 500);
    const { reference, again } = await begin(context);
    await webhooks.given(event, reference);
    const before = context.capture.stats.received;
    await again();
    await again();
    if (!acknowledged) webhooks.answer({ event }, 200);

    const all = await webhooks.after(60, event, reference);
    // The same event may come more than once, with the same id.
    expect(differentOf(all, 'json.id'), `ids of ${event}`).toHaveLength(1);
    if (never !== undefined) expect(webhooks.came(never, reference, before), never).toBeEmpty();
  },
  // The answers of the receiver hold for whatever other event of this kind the merchant gets.
  ({ event, needs = [], acknowledged, waits }) => ({
    ...(waits !== undefined && { waits }),
    needs: acknowledged ? needs : [...needs, 'own-merchant'],
    drawn: 2,
    // What time or a settlement leads to takes as long as it likes in live.
    alsoInLive: acknowledged && waits === undefined && /^(escrow|payment\.succeeded)/.test(event),
  }),
);
