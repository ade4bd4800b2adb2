import {
  Blocked,
  type CheckContext,
  check,
  checks,
  difference,
  differentOf,
  expect,
  NotExercised,
  of,
  signatures,
  timestamp,
} from '../../../../lib/interface/index.ts';
import { eventOf, laterBy, MINUTE, nextAfterEvent, timesOf } from '../../retries/timing.ts';
import { EVENT, type Sent, sent, whenInstead } from '../../support.ts';

// Resend while a delivery is under way. Its effect at the end, for every kind of event, is checked in lists.ts.

async function entryOf({ console, time }: CheckContext, { merchant, reference }: Sent) {
  const found = await time.until('the console lists the delivery', 30, async () =>
    (await console.deliveries(merchant)).findLast((each) => each.reference === reference && each.attempts.length > 0),
  );
  if (found === undefined) throw new Blocked(`the console does not list the ${EVENT} for ${reference}`);
  return found;
}

/** Presses Resend; returns the `seq` of the event's latest webhook before that. */
async function resend(context: CheckContext, event: Sent, id: string): Promise<number> {
  const after = event.latest();
  await context.console.resend(event.merchant, id);
  return after;
}

check('delivery.resent', 'a delivery that waits for its first retry', async (context) => {
  const event = await sent(context, 500);
  const entry = await entryOf(context, event);
  await context.time.wait(20, 'duplicates of the first attempt come');
  event.answer(200);
  const after = await resend(context, event, entry.id);
  // No retry is due before 57 seconds have passed.
  const again = await event.another('the resent event arrives', { after, within: 20 });

  if (again === undefined)
    throw new NotExercised('nothing came before the retry was due: how soon it must come is not shown');
  expect(of(again, 'id')).toBe(of(event.first, 'id'));
  expect(signatures(again), again.verification.problems.join('; ')).toEqual(signatures(event.first));
});

check('delivery.resent', 'twice, and then what was resent itself', async (context) => {
  const event = await sent(context);
  const entry = await entryOf(context, event);
  for (const turn of ['once', 'twice', 'once more']) {
    await context.time.listen(5, 'duplicates come');
    const { id } = turn === 'once more' ? await entryOf(context, event) : entry;
    const after = await resend(context, event, id);
    const again = await event.another(`it arrives, resent ${turn}`, { after, within: event.merchant.webhooks.arrival });

    expect(event.came(after)).toHaveCome(`the ${EVENT} for ${event.reference}, resent ${turn}, did not come`);
    if (again !== undefined) expect(of(again, 'id')).toBe(of(event.first, 'id'));
  }
});

check(
  'delivery.resent-afresh',
  'three times, minutes apart: each time the timestamp is a later one',
  async (context) => {
    const event = await sent(context);
    const { id } = await entryOf(context, event);
    let before = event.first;
    for (const turn of ['once', 'twice', 'three times']) {
      await context.time.wait(150, 'duplicates come');
      const after = await resend(context, event, id);
      const { arrival } = event.merchant.webhooks;
      const again = await event.another(`it arrives, resent ${turn}`, { after, within: arrival });
      if (again === undefined) throw new Blocked(`resent ${turn}, the event did not come`);

      const later = difference(timestamp(again), timestamp(before));
      expect(later, `seconds between its timestamp, resent ${turn}, and the one before`).toBeGreaterThanOrEqual(100);
      before = again;
    }
  },
  { needs: ['clock'] },
);

checks(
  'delivery.resent-retried',
  [500, 404, 301, 'cut'] as const,
  (answer) => `it is answered with ${answer}`,
  async (context, answer) => {
    const event = await sent(context);
    const entry = await entryOf(context, event);
    await context.time.listen(35, 'duplicates come');
    event.answer(answer);
    const after = await resend(context, event, entry.id);
    const again = await event.another('the resent event arrives', { after, within: event.merchant.webhooks.arrival });
    if (again === undefined) throw new Blocked('the resent event did not come');
    await context.time.wait(100, 'the retry comes');
    const retries = () => laterBy(event.came(after), again, 30);
    // In a reading that counts from the event, the retry of a resent delivery is due at the next time of the event's schedule.
    const happenedAt = event.at + 1_000 * eventOf(event.came(), event.first).value;
    const age = (event.merchant.webhooks.sentAt(again) - happenedAt) / 1_000;
    const due = happenedAt + 1_000 * nextAfterEvent(age);
    if (retries().value.length === 0) await context.time.past(due, 'the retry falls due, counted from the event');
    event.answer(200);

    const later = retries();
    expect(later).toHaveCome(
      `after a Resend that got ${answer} ${whenInstead(timesOf(event.came(after)).value, MINUTE)}`,
    );
  },
);

check('delivery.not-abandoned', 'a delivery of which attempts are still due', async (context) => {
  const event = await sent(context, 500);
  await entryOf(context, event);
  await context.time.wait(context.time.canMove ? 2 * 3_600 : 20, 'retries come');
  const states = differentOf(
    (await context.console.deliveries(event.merchant)).filter(({ reference }) => reference === event.reference),
    'state',
  );
  event.answer(200);

  expect(states).not.toContain('abandoned');
});
