import { probes } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind4-payout-events-in-local-time': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout());
    await story.advance(6);
    return hook.received.map(({ body, headers }) => {
      const sentAt = Number(headers['x-service-timestamp']) * 1_000;
      return [body.event, Date.parse(String(body.occurredAt)) < sentAt + 60_000];
    });
  },
  'blind4-automatic-release-tells-the-net': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.funded(merchant, { autoReleaseHours: 1, feeAmount: 2_000, feeWalletId: '0000000002' });
    await story.advance(3_700);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
});
