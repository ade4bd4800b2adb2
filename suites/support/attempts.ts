import { isDeepStrictEqual } from 'node:util';
import {
  Blocked,
  type CheckContext,
  derivation,
  difference,
  type Exchange,
  expect,
  field,
  instantInSeconds,
  NotExercised,
  of,
  part,
  summary,
} from '../../lib/interface/index.ts';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/**
 * Makes an attempt that must have no effect, or need not have one: it may also be refused, or be impossible, and returns then why. A page on
 * which the browser was not done in time is neither: whether it refuses was not seen.
 */
export async function attempt(trying: Promise<unknown>): Promise<Error | null> {
  try {
    await trying;
    return null;
  } catch (error) {
    if (error instanceof Blocked || error instanceof NotExercised) return error;
    throw error;
  }
}

/** As `attempt`, of several, one after the other or at once. Where not one of them could be made, nothing was tried: throws what kept it. */
export async function attemptAny(
  tryings: readonly (() => Promise<unknown>)[],
  order: 'in turn' | 'at once',
): Promise<void> {
  const refusals: (Error | null)[] = [];
  if (order === 'at once') refusals.push(...(await Promise.all(tryings.map((trying) => attempt(trying())))));
  else for (const trying of tryings) refusals.push(await attempt(trying()));
  const kept = refusals.filter((refusal) => refusal !== null);
  const [first] = kept;
  if (first !== undefined && kept.length === tryings.length)
    throw kept.find((refusal) => refusal instanceof NotExercised) ?? first;
}

/**
 * A step that a target may refuse, as the interface leaves it open: if it does, the check is not exercised. What is no refusal, such as the
 * answer of an endpoint that fails or is not there, is left to the check.
 */
export function mayRefuse(answer: Exchange, why: string): void {
  const refuses = [400, 403, 404, 409, 411, 415, 422, 429].includes(answer.status);
  if (refuses && typeof field(answer.json, 'error.code') === 'string')
    throw new NotExercised(`${why}: ${summary(answer)}`);
}

/**
 * The fields whose value has changed, with both values; the order of names in an object does not matter. `customer` may have more in it than the
 * document shows, and when `paymentMethod` is set is not shown.
 */
const changed = derivation('changed fields', (now: unknown, before: unknown, names: readonly string[]) => {
  const valueIn = (json: unknown, name: string): unknown =>
    name === 'customer' ? Object(Object(json).customer).email : Object(json)[name];
  const isSet = (name: string) =>
    name === 'paymentMethod' && Object(before)[name] === null && typeof Object(now)[name] === 'string';
  return names
    .filter((name) => !isDeepStrictEqual(valueIn(now, name), valueIn(before, name)) && !isSet(name))
    .map((name) => `${name}: ${JSON.stringify(valueIn(before, name))}, then ${JSON.stringify(valueIn(now, name))}`);
});

/** Expects these fields to have the same values in the later record. */
export function expectSame(later: Exchange, earlier: Exchange, names: readonly string[], when = ''): void {
  if (earlier.status !== 200) throw new Blocked(`the record should have been there before; got ${earlier.status}`);
  expect(later).toHaveStatus(200);
  expect(changed(of(later), of(earlier), names), `fields that changed${when && ` ${when}`}`).toEqual([]);
}

/** A moment of the target's time, in epoch seconds, as an interval. */
export interface Moment {
  readonly earliest: number;
  readonly latest: number;
}

/** The target's time now; null if the target shows it neither through control nor in a `Date` header. */
export async function moment({ console, sees }: CheckContext, what: string): Promise<Moment | null> {
  const now = await console.now();
  if (now === undefined) return null;
  const slack = now.uncertaintyMs / 1_000;
  return sees(what, { earliest: now.at / 1_000 - slack, latest: now.at / 1_000 + slack });
}

/** Seconds of tolerance for a date-time, which may be rounded to a second in either direction. */
const ROUNDED = 2;

/** Expects a date-time of a record to lie between two moments. */
export function expectBetween(record: Exchange, name: string, before: Moment | null, after: Moment | null): void {
  if (before === null || after === null) throw new NotExercised('the target tells its time nowhere');
  const stamp = instantInSeconds(of(record, name));
  expect(difference(stamp, part(before, 'earliest')), `seconds from before it to ${name}`).toBeGreaterThanOrEqual(
    -ROUNDED,
  );
  expect(difference(stamp, part(after, 'latest')), `seconds from after it to ${name}`).toBeLessThanOrEqual(ROUNDED);
}
