import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind-delete-not-counted': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    return told(await merchant.delete('/v1/wallet-links/none'));
  },
  'blind-conflicts-not-counted': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await times(121, () => merchant.post('/v1/payouts', payout));
    return told(await merchant.get('/v1/banks'));
  },
  'blind-reads-retried-after-a-second': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    const { headers } = await merchant.get('/v1/banks');
    await story.advance(Number(headers['retry-after']));
    return told(await merchant.get('/v1/banks'));
  },
  'blind-account-checks-counted-apart': async (story) => {
    const merchant = await story.merchant();
    await times(118, () => merchant.get('/v1/banks'));
    await times(3, () => merchant.get('/v1/accounts/0000000001'));
    return told(await merchant.get('/v1/banks'));
  },
  'blind-link-requests-refused-for-the-hour': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    return told(await merchant.post('/v1/wallet-links', story.link()));
  },
});
