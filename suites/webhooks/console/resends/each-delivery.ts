import {
  type CheckContext,
  checks,
  derivation,
  expect,
  NotExercised,
  shared,
} from '../../../../lib/interface/index.ts';
import { eventOf, isDue, MINUTE, timesOf } from '../../retries/timing.ts';
import { EVENT, type Sent, sent, whenInstead } from '../../support.ts';
import { firstEntry } from '../entries.ts';

// "A Resend action sends an event again as a new delivery": it has its own attempts, schedule and end, and does not affect those of the
// original delivery.

/** Whether the failing first delivery was tried again 5 minutes after the event, rather than 5 minutes after its first retry. */
async function countsFromEvent({ time }: CheckContext, event: Sent): Promise<boolean> {
  await time.past(event.at + 6 * MINUTE * 1_000, 'the third attempt of the first delivery comes');
  return timesOf(event.came()).value.some((at) => isDue(at, eventOf(event.came(), event.first).value, 5 * MINUTE));
}

/** Seconds after the event at which Resend is pressed: no attempt of an earlier delivery is due then, nor at the retry a minute later. */
const pressed = [
  { when: 'has failed twice', at: [2 * MINUTE] },
  { when: 'has failed three times', at: [10 * MINUTE] },
  { when: 'has failed twice, and was resent once before', at: [2 * MINUTE, 10 * MINUTE] },
] as const;

const failing = pressed.map((row) => ({
  ...row,
  run: shared(
    `a delivery is resent that ${row.when}`,
    ['webhooks', 'deliveries', 'resend', 'clock'],
    async (context) => {
      const event = await sent(context, 500);
      const { id } = await firstEntry(context, event);
      const { time, console } = context;
      let [again, after, at] = [undefined as Awaited<ReturnType<Sent['another']>>, 0, 0];
      for (const moment of row.at) {
        await time.wait(Math.max(1, moment - (time.now() - event.at) / 1_000), 'attempts fail');
        after = event.latest();
        await console.resend(event.merchant, id);
        again = await event.another('the resent event arrives', { after, within: 150 });
        if (again === undefined)
          throw new NotExercised('nothing came before a retry was due: how soon it must come is not shown');
        at = event.merchant.webhooks.sentAt(again);
      }
      // No attempt of the earlier deliveries is due in this window.
      const window = { from: at + 45_000, to: at + 100_000 };
      const retry = await event.merchant.webhooks.due('the retry', EVENT, event.reference, window);
      if (retry.received === undefined && (await countsFromEvent(context, event)))
        throw new NotExercised(
          'retries are counted from the event: those of each of its deliveries are due at the same times',
        );
      return { event, after: retry.after };
    },
  ),
}));

checks(
  'delivery.resent-retried',
  failing,
  ({ when }) => `of a delivery that ${when} and fails again: a retry comes a minute after it`,
  async (context, { run }) => {
    const { event, after } = await run(context);
    const times = timesOf(event.came()).value;

    expect(event.came(after)).toHaveCome(`after the last Resend ${whenInstead(times, MINUTE)}`);
  },
  { needs: ['clock'] },
);

/**
 * Minutes after the event at which Resend is pressed and fails, and the windows in which the first delivery has attempts in every reading
 * (gaps or offsets), while the new one, with retries after 1, 5, 30 and 120 minutes, has none.
 */
const stages = [
  {
    at: 20,
    due: [
      [26, 41],
      [110, 174],
    ],
  },
  { at: 60, due: [[110, 174]] },
  { at: 300, due: [[684, 990]] },
] as const;

const undisturbed = stages.map((row) => ({
  ...row,
  run: shared(
    `a failing delivery is resent after ${row.at} minutes`,
    ['webhooks', 'deliveries', 'resend', 'clock'],
    async (context) => {
      const event = await sent(context, 500);
      const { id } = await firstEntry(context, event);
      await context.time.wait(row.at * MINUTE, 'attempts fail');
      await context.console.resend(event.merchant, id);
      return event;
    },
  ),
}));

const between = derivation('attempts within minutes', (times: readonly number[], from: number, to: number) =>
  times.filter((at) => at >= from * MINUTE && at <= to * MINUTE),
);

checks(
  'delivery.later-retries',
  undisturbed,
  ({ at }) =>
    `of a delivery that was resent in vain after ${at} minutes: those of the first delivery come all the same`,
  async (context, { due, run }) => {
    const event = await run(context);
    for (const [from, to] of due) {
      await context.time.wait(Math.max(1, (to + 5) * MINUTE - (context.time.now() - event.at) / 1_000), 'retries come');
      const times = timesOf(event.came());

      expect(between(times, from, to)).toHaveCome(
        `no attempt between +${from} and +${to} minutes; attempts came at ${times.value.join(', ')} s`,
      );
    }
  },
  { needs: ['resend', 'clock', 'deliveries'], drawn: 1 },
);
