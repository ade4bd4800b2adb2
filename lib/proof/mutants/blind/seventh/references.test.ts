import { probes } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind7-digits-are-row-numbers': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reference: '2', amount: 700 }));
    await story.made(merchant, 'refunds', story.refund(checkout, { reference: '1', amount: 300 }));
    return [
      (await story.record(merchant, 'refunds', '1')).amount,
      (await story.record(merchant, 'refunds', '2')).amount,
    ];
  },
  'blind7-link-refs-without-case': async (story) => {
    const merchant = await story.merchant();
    const one = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-aB7' }));
    const other = await merchant.post(
      '/v1/wallet-links',
      story.link({ linkRef: 'seller-Ab7', walletId: '0000000002' }),
    );
    return [one.status, other.status, one.body.linkId === other.body.linkId];
  },
});
