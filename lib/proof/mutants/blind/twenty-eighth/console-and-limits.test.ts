import { credentials, probes, told } from '../probe.support.ts';
import { found } from './console-and-limits.ts';

probes(found, {
  'blind28-rotation-strands-what-is-pending': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 404 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.rotate(merchant);
    await story.advance(120);
    return hook.received.length;
  },
  'blind28-checkout-keeps-its-address': async (story) => {
    const [old, present] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.patch(merchant, { webhookUrl: present.url });
    await story.settle(merchant, checkout, 'succeeded');
    await story.advance(0);
    return [old.events(), present.events()];
  },
  'blind28-attempts-counted-by-event': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(10);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(600);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
  'blind28-rate-by-forwarded-address': async (story) => {
    const merchant = await story.merchant();
    const statuses: number[] = [];
    for (let count = 0; count < 130; count++) {
      const headers = { ...credentials(merchant), 'x-forwarded-for': `10.0.0.${count}` };
      statuses.push((await story.ask('sandbox', 'GET', '/v1/banks', headers)).status);
    }
    return statuses.filter((status) => status === 429).length;
  },
  'blind28-escrow-description-in-bytes': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ description: 'ẹ'.repeat(255) })));
  },
  'blind28-body-of-five-kilobytes': async (story) => {
    const merchant = await story.merchant();
    const large = { metadata: { note: 'x'.repeat(3_980) }, description: 'ẹ🧺'.repeat(127) };
    return told(
      await merchant.post(
        '/v1/checkouts',
        story.checkout({ ...large, returnUrl: `https://shop.example/${'a'.repeat(200)}` }),
      ),
    );
  },
});
