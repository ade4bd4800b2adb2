import { card, probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind9-approved-under-latest-name': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const first = await story.linked(merchant, { walletId: '0000000001' });
    await story.linked(merchant, { walletId: '0000000002' });
    await story.owner(merchant, first, 'approve');
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.walletId, body.walletName]);
  },
  'blind9-page-takes-up-earlier-attempt': async (story) => {
    const merchant = await story.merchant();
    const earlier = await story.made(merchant, 'checkouts', story.checkout());
    const later = await story.made(merchant, 'checkouts', story.checkout());
    const { checkoutUrl } = await story.record(merchant, 'checkouts', later);
    await story.send(checkoutUrl, card);
    return [await story.status(merchant, 'checkouts', earlier), await story.status(merchant, 'checkouts', later)];
  },
});
