import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind-replays-not-counted': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await times(121, () => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'once' }));
    return told(await merchant.get('/v1/banks'));
  },
  'blind-delete-without-retry-after': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    const { status, headers } = await merchant.delete('/v1/wallet-links/none');
    return [status, 'retry-after' in headers];
  },
  'blind-expired-links-not-counted': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => merchant.post('/v1/wallet-links', story.link()));
    await story.advance(301);
    return (await merchant.post('/v1/wallet-links', story.link())).status;
  },
  'blind-sandbox-calls-not-limited': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await times(119, () => merchant.get('/v1/banks'));
    return (await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`)).status;
  },
  'blind-unreadable-bodies-not-counted': async (story) => {
    const merchant = await story.merchant();
    await times(121, () => merchant.post('/v1/payouts', '{"reference":'));
    return told(await merchant.get('/v1/banks'));
  },
});
