import {
  type Answer,
  Blocked,
  type Capability,
  type CheckContext,
  type EventKind,
  type Merchant,
  NotExercised,
  type Received,
  shared,
} from '../../lib/interface/index.ts';
import { eventOf, firstRetryFrom, timesOf, tooEarly, tooLate } from './retries/timing.ts';

/** An event that a merchant can cause alone: its payout succeeds. */
export const EVENT = 'payout.succeeded';

/** Throws NotExercised if two addresses that should differ are the same: the console fixed one address for all. */
export function separate(path: string, other: string): void {
  if (path === other) throw new NotExercised('all webhooks arrive at one fixed address');
}

/** Whether a body contains one of these words as a whole: `pay-1` is not in `pay-10`. A short one, such as an id `7`, may stand anywhere. */
export function names(body: Buffer, ...words: readonly string[]): boolean {
  const text = body.toString();
  const goesOn = (at: number) => /[\w-]/.test(text[at] ?? '');
  return words
    .filter(({ length }) => length >= 6)
    .some((word) => {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (!goesOn(at - 1) && !goesOn(at + word.length)) return true;
      }
      return false;
    });
}

/** A step: waits for an event at whichever address it may arrive. That none came is left to the check. */
export async function arrivesAnywhere(
  { time, capture }: CheckContext,
  { webhooks }: Merchant,
  match: { readonly path?: string; readonly event: EventKind; readonly reference: string },
): Promise<void> {
  await time.until('the event arrives', webhooks.arrival, () => capture.find(match)[0]);
}

/** The webhooks of an event that were received, for expectations. */
export type Came = ReturnType<Merchant['webhooks']['came']>;

/** An event whose first attempt has arrived. */
export interface Sent {
  readonly merchant: Merchant;
  readonly reference: string;
  readonly first: Received;
  /** When the first attempt was sent, on the scale of `time.now`. */
  readonly at: number;
  /** The webhooks of this event so far, as `Webhooks.all`. */
  all(): Received[];
  /** For expectations, webhooks after the one with this `seq`: as `Webhooks.surely`, and as `Webhooks.came`. */
  surely(after?: number): Came;
  came(after?: number): Came;
  /** As `Webhooks.latest`. */
  latest(): number;
  /** As `Webhooks.another`. */
  another(what: string, when: { after: number; within: number }): Promise<Received | undefined>;
  /** Sets the answer to all further attempts. */
  answer(answer: Answer): void;
}

/** A step: causes an event and waits for its first attempt. Each attempt takes the next answer, the last repeats. */
export async function sent(context: CheckContext, answer: Answer | readonly Answer[] = 200): Promise<Sent> {
  const [event] = await sentAll(context, [[answer].flat()]);
  if (event === undefined) throw new Blocked('suite fault: nothing was sent');
  return event;
}

/** Like `sent`, with one event for each list of answers. */
export async function sentAll(
  { merchant, data }: CheckContext,
  answers: readonly (readonly Answer[])[],
): Promise<Sent[]> {
  const references: string[] = [];
  for (const each of answers) {
    const reference = data.reference('pay');
    merchant.webhooks.answer({ event: EVENT, reference }, each);
    await merchant.payout({ reference });
    references.push(reference);
  }
  const events: Sent[] = [];
  for (const reference of references) {
    const first = await merchant.webhooks.given(EVENT, reference);
    events.push({
      merchant,
      reference,
      first,
      at: merchant.webhooks.sentAt(first),
      all: () => merchant.webhooks.all(EVENT, reference),
      surely: (after) => merchant.webhooks.surely(EVENT, reference, after),
      came: (after) => merchant.webhooks.came(EVENT, reference, after),
      latest: () => merchant.webhooks.latest(EVENT, reference),
      another: (what, when) => merchant.webhooks.another(what, EVENT, reference, when),
      answer: (next) => merchant.webhooks.answer({ event: EVENT, reference }, next),
    });
  }
  return events;
}

/**
 * Prepares all rows of a table together, so that they share their waits. If merchants cannot be created, and so requests are scarce, each
 * row is prepared separately. `prepare` returns one result for each row that it is given.
 */
export function each<Row extends object, Result>(
  name: string,
  needs: readonly Capability[],
  rows: readonly Row[],
  prepare: (context: CheckContext, rows: Row[]) => Promise<Result[]>,
): (context: CheckContext, row: Row) => Promise<Result> {
  const together = shared(name, needs, (context) => prepare(context, [...rows]));
  return async (context, row) => {
    const { ownMerchants } = context;
    const results = ownMerchants.sandbox ? await together(context) : await prepare(context, [row]);
    const found = results[ownMerchants.sandbox ? rows.indexOf(row) : 0];
    if (found === undefined) throw new Blocked(`suite fault: ${name} lacks a row`);
    return found;
  };
}

/** Webhooks at the time of the first retry: the first one, undefined if none came, and all. */
export interface Again {
  readonly retry: Received | undefined;
  readonly came: Came;
  /** As `whenInstead`, for its attempts. */
  when(due: number): string;
}

/** The first retry, if one comes at its time. It is acknowledged, so that no further attempt follows. */
export async function retryOf({ time }: CheckContext, event: Sent): Promise<Again> {
  await time.wait(5, 'duplicates of the first attempt come');
  event.answer(200);
  const from = event.at + firstRetryFrom(eventOf(event.came(), event.first).value) * 1_000;
  const window = { from, to: event.at + 100_000 };
  const { received, after } = await event.merchant.webhooks.due('the first retry', EVENT, event.reference, window);
  return { retry: received, came: event.came(after), when: (due) => whenInstead(timesOf(event.came()).value, due) };
}

/** Message if no attempt came when one was due: times in seconds after the first attempt. */
export function whenInstead(came: readonly number[], due: number): string {
  const [from, to] = [due - tooEarly(due), due + tooLate(due)].map(Math.round);
  return `no attempt between +${from} s and +${to} s; attempts came at ${came.join(', ') || 'no time'} s`;
}

/** A delivery whose first attempt was answered with 500, and its retry. */
export const failedOnce = shared('a delivery that failed once', ['webhooks'], async (context) => {
  const event = await sent(context, 500);
  const { retry, came, when } = await retryOf(context, event);
  return { ...event, retry, again: came, when };
});

/** A step: like `failedOnce`, but the retry must have come. */
export async function retried(context: CheckContext): Promise<Sent & { retry: Received }> {
  const { retry, ...event } = await failedOnce(context);
  if (retry === undefined) throw new Blocked('no retry came about 1 minute after a first attempt answered with 500');
  return { ...event, retry };
}

/** Waits for a delivery that matches `query`, for checks of its other properties. */
export async function delivery(
  { capture, time, merchant }: CheckContext,
  what: string,
  query: Parameters<CheckContext['capture']['find']>[0],
): Promise<Received['delivery']> {
  const all = () => capture.find(query);
  const genuine = await time.until(what, merchant.webhooks.arrival, () =>
    all().find(({ standing }) => standing === 'genuine'),
  );
  // A badly signed delivery of the target is used if there is no genuine one; those that cannot be the target's are not found.
  const found = genuine ?? all()[0];
  if (found === undefined) throw new Blocked(`${what}: nothing like it came within ${merchant.webhooks.arrival} s`);
  return found;
}
