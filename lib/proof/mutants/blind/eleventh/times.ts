/** Patterns of dates with a letter in the wrong case. */
import { shows } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const SATURDAY = 6;
const YEAR_CHARACTERS = '2026'.length;

/** YYYY of Java: the year to which the week belongs, and the week of the first of January is the first one. */
function withWeekYear(time: unknown): unknown {
  const at = Date.parse(String(time));
  const endOfWeek = new Date(at + (SATURDAY - new Date(at).getUTCDay()) * DAY * 1_000);
  return `${endOfWeek.getUTCFullYear()}${String(time).slice(YEAR_CHARACTERS)}`;
}

/** hh of Java: the hour on a dial of twelve. */
function onTheDial(time: string): string {
  return time.replace(/T(\d\d)/, (_, hour) => `T${String(Number(hour) % 12 || 12).padStart(2, '0')}`);
}

const createdInItsWeek = (['getCheckout', 'getRefund', 'getPayout'] as const).map((name) =>
  shows(name, (body) => ({ ...body, createdAt: withWeekYear(body.createdAt) })),
);

export const found: readonly BlindMutant[] = [
  against(
    'Checkout record: createdAt | date-time. Timestamps are ISO 8601 date-times.',
    mutant(
      'checkout.created-at-true',
      'blind11-year-of-the-week',
      'createdAt is written with the pattern YYYY-MM-dd, in which YYYY is the year of the week: in the last days of December it has the next year',
      all(...createdInItsWeek),
    ),
  ),
  against(
    'Checkout record: paidAt | date-time or null. pending | buyer pays | succeeded | `paidAt` set.',
    mutant(
      'checkout.paid-at-true',
      'blind11-hour-of-twelve',
      'paidAt is written with the pattern hh:mm:ss, in which hh goes from 01 to 12: what is paid in the afternoon (UTC) has a paidAt in the morning, before its createdAt',
      shows('getCheckout', (body) => ({
        ...body,
        paidAt: typeof body.paidAt === 'string' ? onTheDial(body.paidAt) : body.paidAt,
      })),
    ),
  ),
];
