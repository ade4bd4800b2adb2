import { probes, times, told } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind-ascii-names-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1234567890', 'Ọláyínká Àdébáyọ̀');
    return (await merchant.post('/v1/wallet-links', story.link({ walletId: '1234567890' }))).body.walletName;
  },
  'blind-page-of-a-like-checkout': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/checkouts', story.checkout());
    const second = await merchant.post('/v1/checkouts', story.checkout());
    return first.body.checkoutUrl === second.body.checkoutUrl;
  },
  'blind-two-banks-of-one-code': async (story) => {
    const { body } = await (await story.merchant()).get('/v1/banks');
    return new Set((body.banks as { code: string }[]).map(({ code }) => code)).size;
  },
  'blind-failing-payout-succeeded-at-first': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    const first = await story.status(merchant, 'payouts', payout);
    await story.advance(6);
    return [first, await story.status(merchant, 'payouts', payout)];
  },
  'blind-not-found-not-counted': async (story) => {
    const merchant = await story.merchant();
    await times(121, () => merchant.get('/v1/checkouts/none'));
    return told(await merchant.get('/v1/banks'));
  },
});
