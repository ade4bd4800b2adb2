import { probes, times } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './events.ts';

probes(found, {
  'blind12-refund-told-as-running-total': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    for (const amount of [1_000, 1_500]) {
      await merchant.post('/v1/refunds', story.refund(checkout, { amount }));
      await story.advance(10);
    }
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
  'blind12-two-workers-take-one-second': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    // More payouts than the seconds that they take.
    await times(12, () => story.made(merchant, 'payouts', story.payout()));
    await story.advance(10);
    return hook.received.length;
  },
  'blind12-events-wait-in-one-line': async (story) => {
    const hook = await story.hook((response) => {
      const refused = hook.received.at(-1)?.body.event === 'payment.failed';
      response.writeHead(refused ? 500 : 200).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    const failed = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, failed, 'failed');
    await story.advance(0);
    await story.paid(merchant);
    await story.advance(DAY - 60);
    return hook.events().includes('payment.succeeded');
  },
});
