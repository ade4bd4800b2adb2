import {
  type Answer,
  bodyText,
  derivation,
  difference,
  differentOf,
  distinct,
  expect,
  type Given,
  of,
  part,
  requirement,
  signatures,
} from '../../lib/harness/index.ts';
import { EVENT, retried, type Sent, sent } from './support.ts';

requirement('delivery.listed', 'a payout event is listed with its payload as it was sent', async (given) => {
  const event = await sent(given);
  const { reference, first } = event;

  const entry = part(await listed(given, event, 1), '0');

  expect(entry).toMatchObject({ eventId: of(first, 'id'), event: EVENT, reference });
  expect(part(entry, 'payload')).toBe(bodyText(first));
});

requirement('delivery.listed', 'a delivery that waits for its retry is listed too', async (given) => {
  const event = await sent(given, 500);

  const entries = await listed(given, event, 1);
  event.answer(200);

  expect(entries, 'entries').not.toBeEmpty();
});

requirement('delivery.lists-attempts', 'a 500 and then a 200 are listed as two attempts', async (given) => {
  const attempts = await heard(async () => attemptsOf(await listed(given, await retried(given), 2)));
  const last = String(attempts.value.length - 1);

  expect(part(attempts, '1'), 'a second attempt').toBeA('object');
  expect(part(attempts, '0', 'status'), 'status of the first attempt').toBe(500);
  expect(part(attempts, last, 'status'), 'status of the last attempt').toBe(200);
});

for (const status of [204, 410, 503]) {
  requirement('delivery.lists-attempts', `an attempt answered with ${status} is listed so`, async (given) => {
    const attempts = await heard(() => attemptsAt(given, status));

    expect(part(attempts, '0')).toMatchObject({ status });
  });
}

requirement('delivery.lists-attempts', 'an attempt that got no answer is listed with an error', async (given) => {
  const attempts = await attemptsAt(given, 'cut');

  expect(part(attempts, '0')).toMatchObject({ status: null, error: /./ });
});

requirement('delivery.resent', 'a delivery that was acknowledged arrives again, with the same id', async (given) => {
  const event = await sent(given);
  const after = await resend(given, event);
  const resent = await event.another('the resent event arrives', { after, within: 60 });

  expect(event.came(after), 'the event arrives again').not.toBeEmpty();
  if (resent === undefined) return;
  expect(of(resent, 'id')).toBe(of(event.first, 'id'));
  // As well signed as the first time: whether that was good is a requirement of its own.
  expect(signatures(resent)).toEqual(signatures(event.first));
});

requirement('delivery.resent', 'it is an entry of its own', async (given) => {
  const event = await sent(given);
  const before = await listed(given, event, 1);
  await resend(given, event);
  let now = before;
  await given.time.until('the resent event is listed', 30, async () => {
    now = await own(given, event);
    return now.value.length > before.value.length ? true : undefined;
  });

  expect(difference(distinct(idsOf(now)), distinct(idsOf(before))), 'more entries for the event').toBe(1);
});

type Entries = Awaited<ReturnType<Given['console']['deliveries']>>;

const entriesFor = derivation('console entries for', (all: Entries, event: string, reference: string) =>
  all.filter((entry) => entry.event === event && entry.reference === reference),
);

const idsOf = (entries: unknown) => differentOf(entries, 'id');

const attemptsOf = derivation('attempts of console entries', (entries: Entries) =>
  entries.flatMap(({ attempts }) => attempts),
);

/** The console's entries for an event. */
async function own({ console }: Given, { merchant, reference }: Sent) {
  return entriesFor(await console.deliveries(merchant), EVENT, reference);
}

/** As `own`, as soon as so many attempts are finished, at the latest after 30 seconds. */
async function listed(given: Given, event: Sent, attempts: number) {
  let entries = await own(given, event);
  await given.time.until('the console lists the delivery', 30, async () => {
    entries = await own(given, event);
    return attemptsOf(entries).value.length >= attempts ? true : undefined;
  });
  return entries;
}

async function attemptsAt(given: Given, answer: Answer) {
  const event = await sent(given, answer);
  const attempts = attemptsOf(await listed(given, event, 1));
  event.answer(200);
  return attempts;
}

/** Our answer may be lost, or come too late: then it is right that an attempt is listed without one. Not twice. */
async function heard<T extends { value: { status: number | null }[] }>(experiment: () => Promise<T>): Promise<T> {
  const attempts = await experiment();
  return attempts.value.some(({ status }) => status === null) ? await experiment() : attempts;
}

/** A step: presses Resend. Returns where the deliveries ended before. */
async function resend(given: Given, event: Sent): Promise<number> {
  await given.time.listen(5, 'duplicates come');
  const [entry] = (await listed(given, event, 1)).value;
  const before = event.latest();
  if (entry !== undefined) await given.console.resend(event.merchant, entry.id);
  return before;
}
