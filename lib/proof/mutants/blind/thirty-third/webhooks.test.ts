import { probes, signed, times } from '../probe.support.ts';
import { found } from './webhooks.ts';

probes(found, {
  'blind33-resend-abandons-the-original': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    const [first] = await story.deliveries(merchant);
    await story.resend(merchant, first?.id);
    await story.advance(1);
    return (await story.deliveries(merchant)).map(({ state }) => state);
  },
  'blind33-outdated-escrow-events-are-not-retried': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.funded(merchant);
    await story.advance(1);
    await merchant.post(`/v1/escrows/${reference}/release`);
    await story.advance(90);
    return hook.events();
  },
  'blind33-payout-told-to-another-merchant-already': async (story) => {
    const [one, other] = [await story.hook(), await story.hook()];
    const [first, second] = [await story.merchant('sandbox', one), await story.merchant('sandbox', other)];
    const body = story.payout();
    await story.made(first, 'payouts', body);
    await story.made(second, 'payouts', body);
    await story.advance(10);
    return [one.events(), other.events()];
  },
  'blind33-cut-attempt-shows-the-status-before': async (story) => {
    const hook = await story.hook((response, count) => {
      if (count === 2) response.destroy();
      else response.writeHead(500).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    await story.advance(90);
    return (await story.deliveries(merchant)).map((each) => each.attempts.map(({ status }) => status));
  },
  'blind33-first-secret-with-a-new-endpoint': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const secret = await story.rotate(merchant);
    await story.patch(merchant, { webhookUrl: null });
    await story.patch(merchant, { webhookUrl: hook.url });
    await story.paid(merchant);
    await story.advance(1);
    return hook.received.map((each) => signed(each, secret));
  },
  'blind33-third-resend-does-nothing': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    const [first] = await story.deliveries(merchant);
    await times(3, () => story.resend(merchant, first?.id));
    await story.advance(1);
    return (await story.deliveries(merchant)).length;
  },
});
