import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind12-duplicates-sought-on-the-replica': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    return told(await merchant.post('/v1/escrows', story.escrow({ reference })));
  },
  'blind12-payouts-unique-with-their-account': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'payouts', story.payout());
    const recipient = { bankName: 'GTBank', accountNumber: '0123456780', accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ reference, recipient })));
  },
  'blind12-references-made-into-slugs': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: 'order-7.1' }));
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference: 'order-7:1' })));
  },
});
