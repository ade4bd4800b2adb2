import {
  type Answer,
  bodyText,
  type CheckContext,
  check,
  derivation,
  difference,
  differentOf,
  distinct,
  expect,
  of,
  part,
  signatures,
} from '../../../lib/interface/index.ts';
import { EVENT, retried, type Sent, sent } from '../support.ts';

check('delivery.listed', 'a payout event is listed with its payload as it was sent', async (context) => {
  const event = await sent(context);
  const { reference, first } = event;

  const entry = part(await listed(context, event, 1), '0');

  expect(entry).toMatchObject({ eventId: of(first, 'id'), event: EVENT, reference });
  expect(part(entry, 'payload')).toBe(bodyText(first));
});

check('delivery.listed', 'a delivery that waits for its retry is listed too', async (context) => {
  const event = await sent(context, 500);

  const entries = await listed(context, event, 1);
  event.answer(200);

  expect(entries, 'entries').not.toBeEmpty();
});

const lastOf = derivation('the last of', (list: unknown) => (Array.isArray(list) ? list.at(-1) : undefined));

check('delivery.lists-attempts', 'a 500 and then a 200 are listed as two attempts', async (context) => {
  const attempts = await heard(async () => attemptsOf(await listed(context, await retried(context), 2)));

  expect(part(attempts, '1'), 'a second attempt').toBeA('object');
  expect(part(attempts, '0', 'status'), 'status of the first attempt').toBe(500);
  // A target that did not get the answer in time has made one more attempt.
  expect(part(lastOf(attempts), 'status'), 'status of the last attempt').toBe(200);
});

for (const status of [204, 410, 503]) {
  check('delivery.lists-attempts', `an attempt answered with ${status} is listed so`, async (context) => {
    const attempts = await heard(() => attemptsAt(context, status));

    expect(part(attempts, '0')).toMatchObject({ status });
  });
}

check('delivery.lists-attempts', 'an attempt that got no answer is listed with an error', async (context) => {
  const attempts = await attemptsAt(context, 'cut');

  expect(part(attempts, '0')).toMatchObject({ status: null, error: /./ });
});

check('delivery.resent', 'a delivery that was acknowledged arrives again, with the same id', async (context) => {
  const event = await sent(context);
  const after = await resend(context, event);
  const resent = await event.another('the resent event arrives', { after, within: event.merchant.webhooks.arrival });

  expect(event.came(after), 'the event arrives again').not.toBeEmpty();
  if (resent === undefined) return;
  expect(of(resent, 'id')).toBe(of(event.first, 'id'));
  // Signed as well as the first time: whether that is correct is another requirement.
  expect(signatures(resent)).toEqual(signatures(event.first));
});

check('delivery.resent', 'it is an entry of its own', async (context) => {
  const event = await sent(context);
  const before = await listed(context, event, 1);
  await resend(context, event);
  let now = before;
  // Whether a delivery that is still to be sent is already listed is not shown.
  await context.time.until('the resent event is listed', event.merchant.webhooks.arrival, async () => {
    now = await own(context, event);
    return now.value.length > before.value.length ? true : undefined;
  });

  expect(difference(distinct(idsOf(now)), distinct(idsOf(before))), 'more entries for the event').toBe(1);
});

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

const entriesFor = derivation('console entries for', (all: Entries, event: string, reference: string) =>
  all.filter((entry) => entry.event === event && entry.reference === reference),
);

const idsOf = (entries: unknown) => differentOf(entries, 'id');

const attemptsOf = derivation('attempts of console entries', (entries: Entries) =>
  entries.flatMap(({ attempts }) => attempts),
);

/** The console's entries for an event. */
async function own({ console }: CheckContext, { merchant, reference }: Sent) {
  return entriesFor(await console.deliveries(merchant), EVENT, reference);
}

/** Like `own`, but waits until this many attempts are listed as finished, at most 30 seconds. */
async function listed(context: CheckContext, event: Sent, attempts: number) {
  let entries = await own(context, event);
  await context.time.until('the console lists the delivery', 30, async () => {
    entries = await own(context, event);
    return attemptsOf(entries).value.length >= attempts ? true : undefined;
  });
  return entries;
}

async function attemptsAt(context: CheckContext, answer: Answer) {
  const event = await sent(context, answer);
  const attempts = attemptsOf(await listed(context, event, 1));
  event.answer(200);
  return attempts;
}

/** Repeats the experiment once if an attempt is listed without a status: the answer may have been lost or late, but not twice. */
async function heard<T extends { value: { status: number | null }[] }>(experiment: () => Promise<T>): Promise<T> {
  const attempts = await experiment();
  return attempts.value.some(({ status }) => status === null) ? await experiment() : attempts;
}

/** A step: presses Resend. Returns the `seq` of the event's latest webhook before that. */
async function resend(context: CheckContext, event: Sent): Promise<number> {
  await context.time.listen(5, 'duplicates come');
  const [entry] = (await listed(context, event, 1)).value;
  const before = event.latest();
  if (entry !== undefined) await context.console.resend(event.merchant, entry.id);
  return before;
}
