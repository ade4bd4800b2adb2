import { card, probes } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind7-sandbox-payment-confirms-live-checkout': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const body = story.checkout({ reference: 'order-17' });
    await story.made(live, 'checkouts', body);
    const { body: opened } = await sandbox.post('/v1/checkouts', body);
    await story.send(opened.checkoutUrl, card);
    return [await story.status(sandbox, 'checkouts', 'order-17'), await story.status(live, 'checkouts', 'order-17')];
  },
  'blind7-opened-page-puts-off-expiry': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.advance(24 * 3_600 - 300);
    await story.page(body.checkoutUrl);
    await story.advance(900);
    const first = await story.status(merchant, 'checkouts', String(body.reference));
    await story.advance(3_600);
    return [first, await story.status(merchant, 'checkouts', String(body.reference))];
  },
  'blind7-live-links-stay-pending': async (story) => {
    await story.wallet('live', '9000000001');
    const merchant = await story.merchant('live');
    const link = await story.linked(merchant, { walletId: '9000000001' });
    await story.advance(3_600);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
