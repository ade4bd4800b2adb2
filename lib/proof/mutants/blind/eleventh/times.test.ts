import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './times.ts';

/** Noon of the next last day of a year that ends in the middle of a week. */
function endOfYear(now: number): number {
  const year = new Date(now).getUTCFullYear();
  const ends = [year, year + 1, year + 2].map((each) => Date.UTC(each, 11, 31, 12));
  return ends.find((end) => end > now && new Date(end).getUTCDay() !== 6) ?? now;
}

probes(found, {
  'blind11-year-of-the-week': async (story) => {
    const now = await story.advance(0);
    await story.advance((endOfYear(now) - now) / 1_000);
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const { createdAt } = await story.record(merchant, 'checkouts', checkout);
    return Date.parse(String(createdAt)) - endOfYear(now) < HOUR * 1_000;
  },
  'blind11-hour-of-twelve': async (story) => {
    const now = await story.advance(0);
    // Three in the afternoon, of the next day.
    await story.advance(DAY - ((now / 1_000) % DAY) + 15 * HOUR);
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const { createdAt, paidAt } = await story.record(merchant, 'checkouts', checkout);
    return Date.parse(String(paidAt)) >= Date.parse(String(createdAt));
  },
});
