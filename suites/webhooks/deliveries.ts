import { type Answer, expect, type Given, requirement } from '../../lib/harness/index.ts';
import { EVENT, retried, type Sent, sent } from './support.ts';

requirement('delivery.listed', 'a payout event is listed with its payload as it was sent', async (given) => {
  const event = await sent(given);
  const { reference, first } = event;

  const [entry] = await listed(given, event, 1);

  expect(entry).toMatchObject({ eventId: first.payload.id, event: EVENT, reference });
  expect(entry?.payload).toBe(first.delivery.body.toString());
});

requirement('delivery.listed', 'a delivery that waits for its retry is listed too', async (given) => {
  const event = await sent(given, 500);

  const entries = await listed(given, event, 1);
  event.answer(200);

  expect(entries.length, 'entries').toBeGreaterThanOrEqual(1);
});

requirement('delivery.lists-attempts', 'a 500 and then a 200 are listed as two attempts', async (given) => {
  const event = await retried(given);

  const attempts = (await listed(given, event, 2)).flatMap((entry) => entry.attempts);

  expect(attempts.length, 'attempts').toBeGreaterThanOrEqual(2);
  expect(attempts[0]?.status, 'status of the first attempt').toBe(500);
  expect(attempts.at(-1)?.status, 'status of the last attempt').toBe(200);
});

for (const status of [204, 410, 503]) {
  requirement('delivery.lists-attempts', `an attempt answered with ${status} is listed so`, async (given) => {
    expect(await firstAttempt(given, status)).toMatchObject({ status });
  });
}

requirement('delivery.lists-attempts', 'an attempt that got no answer is listed with an error', async (given) => {
  expect(await firstAttempt(given, 'cut')).toMatchObject({ status: null, error: expect.stringMatching(/./) });
});

requirement('delivery.resent', 'a delivery that was acknowledged arrives again, with the same id', async (given) => {
  const event = await sent(given);
  const after = await resend(given, event);
  const resent = await event.another('the resent event arrives', { after, within: 60 });

  expect(resent, 'the event arrives again').toBeDefined();
  expect(resent?.payload.id).toBe(event.first.payload.id);
  // As well signed as the first time: whether that was good is a requirement of its own.
  expect(resent?.verification.problems).toEqual(event.first.verification.problems);
});

requirement('delivery.resent', 'it is an entry of its own', async (given) => {
  const event = await sent(given);
  const entries = (await listed(given, event, 1)).map(({ id }) => id);
  await resend(given, event);
  const now = await given.time.until('the resent event is listed', 30, async () => {
    const ids = (await own(given, event)).map(({ id }) => id);
    return ids.length > entries.length ? ids : undefined;
  });

  expect(new Set(now ?? entries).size, 'entries for the event').toBe(entries.length + 1);
});

/** The console's entries for an event. */
async function own({ console }: Given, { merchant, reference }: Sent) {
  return (await console.deliveries(merchant)).filter((entry) => entry.event === EVENT && entry.reference === reference);
}

/** As `own`, as soon as so many attempts are finished, at the latest after 30 seconds. */
async function listed(given: Given, event: Sent, attempts: number) {
  let entries = await own(given, event);
  await given.time.until('the console lists the delivery', 30, async () => {
    entries = await own(given, event);
    return entries.flatMap((entry) => entry.attempts).length >= attempts ? true : undefined;
  });
  return entries;
}

async function firstAttempt(given: Given, answer: Answer) {
  const event = await sent(given, answer);
  const [attempt] = (await listed(given, event, 1)).flatMap((entry) => entry.attempts);
  event.answer(200);
  return attempt;
}

/** A step: presses Resend. Returns where the deliveries ended before. */
async function resend(given: Given, event: Sent): Promise<number> {
  await given.time.wait(5, 'duplicates come');
  const [entry] = await listed(given, event, 1);
  const before = event.latest();
  if (entry !== undefined) await given.console.resend(event.merchant, entry.id);
  return before;
}
