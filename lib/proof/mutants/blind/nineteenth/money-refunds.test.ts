import { probes, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind19-refund-of-a-transfer-waits-for-an-account': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    const refund = await story.made(merchant, 'refunds', story.refund(String(body.reference)));
    await story.advance(60);
    return await story.status(merchant, 'refunds', refund);
  },
  'blind19-settlement-tried-again-with-its-event': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(120);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind19-pause-after-a-failed-refund': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
});
