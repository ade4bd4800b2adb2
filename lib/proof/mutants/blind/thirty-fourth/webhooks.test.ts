import { probes } from '../probe.support.ts';
import { found } from './webhooks.ts';

probes(found, {
  'blind34-references-of-events-are-cut': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant, { reference: 'order-'.padEnd(90, '1') });
    await story.advance(1);
    return hook.received.map(({ body }) => body.reference);
  },
  'blind34-later-event-takes-the-place': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(1);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(90);
    return hook.events();
  },
  'blind34-console-has-no-other-letters': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '1000000001', 'Ngọzi Ẹze');
    await story.approved(merchant, { walletId: '1000000001' });
    await story.advance(1);
    const listed = await story.deliveries(merchant);
    return listed.map(({ payload }, at) => payload === hook.received[at]?.raw);
  },
  'blind34-refunds-of-old-checkouts-end-in-silence': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const payment = await story.paid(merchant);
    await story.advance(40 * 24 * 3_600);
    await story.made(merchant, 'refunds', story.refund(payment));
    await story.advance(60);
    return hook.events();
  },
});
