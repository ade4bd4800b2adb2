import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind4-expiry-of-the-century-before': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    const { status } = await story.send(body.checkoutUrl, { ...card, expiry: '12/75' });
    return [status, await story.status(merchant, 'checkouts', String(body.reference))];
  },
  'blind4-conditions-as-teaser': async (story) => {
    const merchant = await story.merchant();
    const conditions = `${'The goods arrive whole and dry. '.repeat(5)}The buyer has three days to look at them.`;
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions }));
    return (await story.page(body.payUrl)).text.includes(conditions);
  },
});
