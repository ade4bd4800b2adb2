/** Defects of the calendar: the day, the hour or the year of a record is that of another place or another count, and nightly work shows. */
import type { Merchant } from '../../reference/rules/records.ts';
import { shows } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LAGOS_MS = HOUR_MS;

/** Date and time in Lagos, of which the date alone is shown there. */
const dayInLagos = (time: string) =>
  `${new Date(Date.parse(time) + LAGOS_MS).toISOString().slice(0, 10)}${time.slice(10)}`;

/** The year that ISO 8601 counts the week of this day to: that of its Thursday. */
function yearOfTheWeek(time: string): string {
  const date = new Date(time);
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  return `${thursday.getUTCFullYear()}${time.slice(4)}`;
}

/** In the hour of each night in which it is worked out anew the balance is that of the day before. */
function oldWhileWorkedOut(hour: number): Change {
  const kept = new WeakMap<Merchant, { day: number; first: number; dayBefore: number }>();
  return shows('getBalance', (body, { asked: { merchant, service } }) => {
    const now = service.clock.now();
    const day = Math.floor(now / DAY_MS);
    const last = kept.get(merchant);
    if (last === undefined || last.day < day)
      kept.set(merchant, { day, first: merchant.balance, dayBefore: last?.first ?? merchant.balance });
    const { dayBefore = merchant.balance } = kept.get(merchant) ?? {};
    return new Date(now).getUTCHours() === hour ? { ...body, availableMinor: dayBefore } : body;
  });
}

export const calendarMutants: readonly Mutant[] = [
  mutant(
    'checkout.paid-at-true',
    'paid-at-has-the-day-of-lagos',
    'paidAt has the date in Lagos with the time of day in UTC: between 23:00 and midnight it is a day ahead',
    shows('getCheckout', (body) =>
      typeof body.paidAt === 'string' ? { ...body, paidAt: dayInLagos(body.paidAt) } : body,
    ),
  ),
  mutant(
    'refund.created-at-true',
    'refund-has-the-year-of-the-week',
    'the year in createdAt of a refund is that of its week: the first days of January that belong to the last week of the year before have that year',
    shows('getRefund', (body) => ({ ...body, createdAt: yearOfTheWeek(String(body.createdAt)) })),
  ),
  mutant(
    'balance.is-the-sum',
    'balance-is-old-while-it-is-worked-out',
    'between two and three in the morning (UTC), while the balance is worked out anew, it is shown as it was first seen on the day before',
    oldWhileWorkedOut(2),
  ),
];
