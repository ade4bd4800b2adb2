import { probes, times } from '../probe.support.ts';
import { found } from './live.ts';

const HOUR = 3_600;
const seller = { walletId: '1000000001' };

probes(found, {
  'blind34-live-proxy-drops-the-mark': async (story) => {
    const merchant = await story.merchant('live');
    const body = story.checkout();
    const key = { 'idempotency-key': 'the key' };
    await merchant.post('/v1/checkouts', body, key);
    return (await merchant.post('/v1/checkouts', body, key)).headers['idempotent-replayed'] ?? null;
  },
  'blind34-live-proxy-drops-retry-after': async (story) => {
    const merchant = await story.merchant('live');
    await times(120, () => merchant.get('/v1/banks'));
    const { status, headers } = await merchant.get('/v1/banks');
    return [status, 'retry-after' in headers];
  },
  'blind34-live-escrows-do-not-expire': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', seller.walletId);
    const escrow = await story.made(merchant, 'escrows', story.escrow({ seller }));
    await story.advance(25 * HOUR);
    return story.status(merchant, 'escrows', escrow);
  },
  'blind34-live-page-without-conditions': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', seller.walletId);
    const body = story.escrow({ seller, conditions: 'The goods arrive unharmed.' });
    const { payUrl } = (await merchant.post('/v1/escrows', body)).body;
    return (await story.page(payUrl)).text.includes('The goods arrive unharmed.');
  },
  'blind34-live-default-of-a-week': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', seller.walletId);
    const escrow = await story.funded(merchant, { seller });
    await story.advance(73 * HOUR);
    return story.status(merchant, 'escrows', escrow);
  },
  'blind34-live-links-expire-in-silence': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('live', hook);
    await story.wallet('live', seller.walletId);
    await story.linked(merchant, { walletId: seller.walletId });
    await story.advance(HOUR);
    return hook.events();
  },
  'blind34-one-index-of-events-for-both-environments': async (story) => {
    const [hook, liveHook] = [await story.hook(), await story.hook()];
    const [sandbox, live] = [await story.merchant('sandbox', hook), await story.merchant('live', liveHook)];
    await story.paid(sandbox, { reference: 'order-1' });
    const body = story.checkout({ reference: 'order-1' });
    await live.post('/v1/checkouts', body);
    await story.settle(live, 'order-1', 'succeeded');
    await story.advance(1);
    return liveHook.events();
  },
});
