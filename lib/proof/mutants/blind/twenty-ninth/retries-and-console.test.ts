import { probes, type Story, times } from '../probe.support.ts';
import { advanceToTime } from './clock.support.ts';
import { found } from './retries-and-console.ts';

const DAY = 86_400;

/** A receiver that refuses all until it is up. */
async function failing(story: Story) {
  const state = { up: false };
  const hook = await story.hook((response) => response.writeHead(state.up ? 200 : 500).end());
  return { state, hook, merchant: await story.merchant('sandbox', hook) };
}

probes(found, {
  'blind29-only-the-latest-is-retried': async (story) => {
    const { hook, merchant } = await failing(story);
    const escrow = await story.funded(merchant);
    await story.advance(10);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(3_600);
    return hook.events().filter((event) => event === 'escrow.funded').length;
  },
  'blind29-last-five-attempts': async (story) => {
    const { merchant } = await failing(story);
    await story.paid(merchant);
    await story.advance(DAY + 60);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
  'blind29-resend-settles-the-first': async (story) => {
    const { state, merchant } = await failing(story);
    await story.paid(merchant);
    await story.advance(DAY + 60);
    state.up = true;
    const [first] = await story.deliveries(merchant);
    await story.resend(merchant, first?.id);
    await story.advance(0);
    return (await story.deliveries(merchant)).map((each) => each.state);
  },
  'blind29-nothing-at-night': async (story) => {
    const { hook, merchant } = await failing(story);
    await advanceToTime(story, 23, 50);
    await story.paid(merchant);
    await story.advance(3 * 3_600);
    return hook.received.length;
  },
  'blind29-gives-a-dead-address-up': async (story) => {
    const { state, hook, merchant } = await failing(story);
    await times(3, () => story.paid(merchant));
    await story.advance(DAY + 60);
    state.up = true;
    const before = hook.received.length;
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.length - before;
  },
});
