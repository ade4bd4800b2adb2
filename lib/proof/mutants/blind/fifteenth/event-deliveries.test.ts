import { probes, type Story } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './event-deliveries.ts';

async function refusing(story: Story) {
  const hook = await story.hook((response) => response.writeHead(500).end());
  return { hook, merchant: await story.merchant('sandbox', hook) };
}

/** A merchant whose one event was acknowledged, and whose later attempts are answered with 500. */
async function acknowledged(story: Story) {
  const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 200 : 500).end());
  const merchant = await story.merchant('sandbox', hook);
  await story.paid(merchant);
  await story.advance(0);
  const [first] = await story.deliveries(merchant);
  await story.resend(merchant, first?.id);
  await story.advance(0);
  return { hook, merchant };
}

probes(found, {
  'blind15-one-retry-of-a-reference': async (story) => {
    const { hook, merchant } = await refusing(story);
    const escrow = await story.funded(merchant);
    await story.advance(0);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(0);
    await story.advance(90);
    return hook.events().filter((event) => event === 'escrow.released').length;
  },
  'blind15-link-events-tried-three-times': async (story) => {
    const { hook, merchant } = await refusing(story);
    await story.approved(merchant);
    await story.advance(0);
    await story.advance(HOUR);
    return hook.received.length;
  },
  'blind15-unanswered-is-never-abandoned': async (story) => {
    const hook = await story.hook((response) => response.destroy());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(2 * DAY);
    return (await story.deliveries(merchant)).map(({ state }) => state);
  },
  'blind15-state-kept-with-the-event': async (story) => {
    const { merchant } = await acknowledged(story);
    await story.advance(2 * DAY);
    return (await story.deliveries(merchant)).map(({ state }) => state);
  },
  'blind15-resend-of-a-resend-is-lost': async (story) => {
    const { hook, merchant } = await acknowledged(story);
    const [, second] = await story.deliveries(merchant);
    await story.resend(merchant, second?.id);
    await story.advance(0);
    return hook.received.length;
  },
});
