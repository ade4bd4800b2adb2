import { probes, told } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './times.ts';

/** Noon before the clocks of London go forward, the next time after that moment. */
function eveOfSummerTime(now: number): number {
  const eve = (year: number) => {
    const end = new Date(Date.UTC(year, 2, 31));
    return Date.UTC(year, 2, 31 - end.getUTCDay() - 1, 12);
  };
  const year = new Date(now).getUTCFullYear();
  return eve(year) > now ? eve(year) : eve(year + 1);
}

probes(found, {
  'blind10-a-day-by-the-clock': async (story) => {
    const now = await story.advance(0);
    await story.advance((eveOfSummerTime(now) - now) / 1_000);
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(23.5 * HOUR);
    return await story.status(merchant, 'checkouts', checkout);
  },
  'blind10-refundable-for-a-month': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(31 * DAY);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind10-expires-on-the-day-asked': async (story) => {
    const now = await story.advance(0);
    // Two minutes before midnight, of this day or of the next.
    const midnight = (Math.floor((now + 180_000) / (DAY * 1_000)) + 1) * DAY * 1_000;
    const asked = await story.advance((midnight - now) / 1_000 - 120);
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/wallet-links', story.link());
    return Date.parse(String(body.expiresAt)) > asked;
  },
});
