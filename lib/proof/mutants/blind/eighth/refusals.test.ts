import { probes, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind8-bank-remembered-by-account': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    const recipient = { bankName: 'Bank of Nowhere', accountNumber: '0123456789', accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
});
