import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, signed } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './event-addresses.ts';

async function served(story: Story) {
  const hook = await story.hook();
  return { hook, merchant: await story.merchant('sandbox', hook) };
}

async function paid(story: Story, merchant: Caller) {
  await story.paid(merchant);
  await story.advance(0);
}

probes(found, {
  'blind15-address-kept-with-the-resource': async (story) => {
    const { hook, merchant } = await served(story);
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const payout = await story.made(merchant, 'payouts', story.payout());
    const other = await story.hook();
    await story.patch(merchant, { webhookUrl: other.url });
    await story.settle(merchant, checkout, 'succeeded');
    await story.advance(0);
    await story.advance(10);
    const late = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, late, 'succeeded');
    await story.advance(0);
    const told = (reference: string) => other.received.some(({ body }) => body.reference === reference);
    return [hook.received.length, told(checkout), told(payout), told(late)];
  },
  'blind15-abandoned-address-is-given-up': async (story) => {
    let away = true;
    const hook = await story.hook((response) => response.writeHead(away ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await paid(story, merchant);
    await story.advance(2 * DAY);
    away = false;
    const before = hook.received.length;
    await paid(story, merchant);
    return hook.received.length - before;
  },
  'blind15-second-rotation-is-not-kept': async (story) => {
    const { hook, merchant } = await served(story);
    const seen = [];
    for (let rotations = 0; rotations < 2; rotations++) {
      const secret = await story.rotate(merchant);
      await paid(story, merchant);
      seen.push(hook.received.slice(-1).map((event) => signed(event, secret)));
    }
    return seen;
  },
  'blind15-first-signature-kept-with-the-event': async (story) => {
    const { hook, merchant } = await served(story);
    await paid(story, merchant);
    const secret = await story.rotate(merchant);
    const [first] = await story.deliveries(merchant);
    await story.resend(merchant, first?.id);
    await story.advance(0);
    return hook.received.slice(1).map((event) => signed(event, secret));
  },
  'blind15-escrow-events-dated-by-payment': async (story) => {
    const { hook, merchant } = await served(story);
    const escrow = await story.funded(merchant);
    await story.advance(3 * HOUR);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(0);
    const [first = 0, second = 0] = hook.received.map(({ body }) => Date.parse(String(body.occurredAt)));
    return Math.round((second - first) / (HOUR * 1_000));
  },
});
