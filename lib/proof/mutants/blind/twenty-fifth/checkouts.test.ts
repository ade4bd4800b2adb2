import { probes, type Story } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './checkouts.ts';

function secondsUntil(story: Story, time: number): number {
  return (time - story.bench.clock.now()) / 1_000;
}

/** Noon of the Saturday before the clocks go forward in Europe. */
function beforeTheChange(now: number): number {
  const year = new Date(now).getUTCFullYear();
  const times = [year, year + 1].map((each) => {
    const last = new Date(Date.UTC(each, 2, 31));
    return Date.UTC(each, 2, 30 - last.getUTCDay(), 12);
  });
  return times.find((each) => each > now) ?? now;
}

probes(found, {
  'blind25-dates-in-metadata-are-revived': async (story) => {
    const merchant = await story.merchant();
    const metadata = { order: { bookedAt: '2026-03-01T10:30:00+01:00' } };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind25-references-are-unique-within-a-month': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.advance(32 * 24 * HOUR);
    return (await merchant.post('/v1/checkouts', story.checkout({ reference }))).status;
  },
  'blind25-a-day-is-until-the-same-time-tomorrow': async (story) => {
    const merchant = await story.merchant();
    await story.advance(secondsUntil(story, beforeTheChange(story.bench.clock.now())));
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(23.5 * HOUR);
    return await story.status(merchant, 'checkouts', reference);
  },
  'blind25-checkouts-are-read-from-a-replica': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    return await story.status(merchant, 'checkouts', reference);
  },
});
