import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind4-lists-of-one-unwrapped': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: ['0123456789'], accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind4-body-encoded-twice': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', JSON.stringify(JSON.stringify(story.link()))));
  },
});
