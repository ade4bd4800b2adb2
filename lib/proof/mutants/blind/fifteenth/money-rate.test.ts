import type { Caller } from '../../../reference/testing.ts';
import { probes } from '../probe.support.ts';
import { found } from './money-rate.ts';

async function sent(by: Caller, count: number) {
  const all = [];
  for (let done = 0; done < count; done++) all.push(await by.get('/v1/banks'));
  return all;
}

const refused = (all: { status: number }[]) => all.filter(({ status }) => status === 429).length > 0;

probes(found, {
  'blind15-no-rate-limit-in-live': async (story) => refused(await sent(await story.merchant('live'), 200)),
  'blind15-quiet-minutes-are-saved-up': async (story) => {
    const merchant = await story.merchant();
    await sent(merchant, 1);
    await story.advance(600);
    return refused(await sent(merchant, 400));
  },
  'blind15-retry-after-once-a-minute': async (story) => {
    const all = await sent(await story.merchant(), 124);
    return all.filter(({ status }) => status === 429).every(({ headers }) => headers['retry-after'] !== undefined);
  },
});
