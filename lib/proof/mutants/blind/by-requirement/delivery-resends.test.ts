import { probes, type Story } from '../probe.support.ts';
import { found } from './delivery-resends.ts';

const QUARTER = 900;
/** Well below a quarter, and above what a story takes. */
const NOW = 30;

/** Whether what is resent twice, in the middle of two quarters, carries the time of its sending; and what is listed. */
async function resentTwice(story: Story) {
  const hook = await story.hook();
  const merchant = await story.merchant('sandbox', hook);
  await story.paid(merchant);
  await story.advance(0);
  const [first] = await story.deliveries(merchant);
  const fresh: boolean[] = [];
  for (const _ of [1, 2]) {
    const now = story.bench.clock.now() / 1_000;
    await story.advance(QUARTER + QUARTER / 2 - (now % QUARTER));
    await story.resend(merchant, first?.id);
    await story.advance(0);
    const sent = Number(hook.received.at(-1)?.headers['x-service-timestamp']);
    fresh.push(Math.abs(sent - story.bench.clock.now() / 1_000) < NOW);
  }
  const listed = await story.deliveries(merchant);
  return [hook.events(), fresh, listed.map(({ eventId }) => eventId === first?.eventId)];
}

probes(found, {
  'kind-second-resend-in-the-entry-of-the-first': resentTwice,
  'kind-second-resend-with-time-of-the-first': resentTwice,
  'kind-resend-stamped-by-the-quarter': resentTwice,
});
