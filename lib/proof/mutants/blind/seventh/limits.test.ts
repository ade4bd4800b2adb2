import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind7-refused-requests-renew-the-minute': async (story) => {
    const merchant = await story.merchant();
    await times(121, () => merchant.get('/v1/balance'));
    await times(12, async () => {
      await story.advance(10);
      await merchant.get('/v1/balance');
    });
    return told(await merchant.get('/v1/balance'));
  },
});
