import { probes, signed, times } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './events-and-retries.ts';

probes(found, {
  'blind28-release-tells-of-a-payout': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.post(`/v1/escrows/${await story.funded(merchant)}/release`);
    await story.advance(0);
    return hook.events().sort();
  },
  'blind28-second-scheme-rounds-its-time': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await times(10, async () => {
      await story.made(merchant, 'payouts', story.payout());
      await story.advance(0.1);
    });
    await story.advance(60);
    return [...new Set(hook.received.map((each) => signed(each, merchant.secret)))].sort();
  },
  'blind28-event-reference-as-a-topic': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant, { reference: 'shop.7:a_b' });
    await story.advance(0);
    return hook.received.map(({ body }) => body.reference);
  },
  'blind28-address-paused-after-ten-failures': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(12, async () => {
      await story.paid(merchant);
      await story.advance(0);
    });
    await story.advance(120);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
  'blind28-newer-event-ends-the-retries': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(10);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(HOUR);
    return hook.events().filter((event) => event === 'escrow.funded').length;
  },
  'blind28-long-answer-is-a-failure': async (story) => {
    const hook = await story.hook((response) => response.end('x'.repeat(40_000)));
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(120);
    return hook.received.length;
  },
});
