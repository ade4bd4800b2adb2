import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind6-retry-after-the-full-minute': async (story) => {
    const merchant = await story.merchant();
    // From the middle of a minute: half a minute is left of it, and a whole one until there is room again.
    await story.advance(90 - ((story.bench.clock.now() / 1_000) % 60));
    await Promise.all(Array.from({ length: 120 }, () => merchant.get('/v1/banks')));
    const refused = await merchant.get('/v1/banks');
    await story.advance(Number(refused.headers['retry-after']));
    return [told(refused), told(await merchant.get('/v1/banks'))];
  },
  'blind6-link-requests-of-both-environments': async (story) => {
    const walletId = '0000000001';
    await story.wallet('live', walletId);
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    await times(3, () => sandbox.post('/v1/wallet-links', story.link({ walletId })));
    await times(2, () => live.post('/v1/wallet-links', story.link({ walletId })));
    return told(await live.post('/v1/wallet-links', story.link({ walletId })));
  },
});
