import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story } from '../probe.support.ts';
import { found } from './rates.ts';

/** How many of so many at once are let through. */
async function through(merchant: Caller, count: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: count }, () => merchant.get('/v1/banks')));
  return all.filter(({ status }) => status === 200).length;
}

async function everyTenSeconds(story: Story, rounds: number, count: number): Promise<number> {
  const merchant = await story.merchant();
  let sum = 0;
  for (let round = 0; round < rounds; round++) {
    sum += await through(merchant, count);
    await story.advance(10);
  }
  return sum;
}

probes(found, {
  'kind-quiet-time-is-saved-up': async (story) => {
    const merchant = await story.merchant();
    const first = await through(merchant, 1);
    await story.advance(150);
    return [first, await through(merchant, 250)];
  },
  'kind-refused-requests-push-others-out-of-the-log': (story) => everyTenSeconds(story, 6, 60),
  'kind-second-limit-for-five-minutes': (story) => everyTenSeconds(story, 29, 10),
});
