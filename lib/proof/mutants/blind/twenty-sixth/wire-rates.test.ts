import { probes, times, told } from '../probe.support.ts';
import { found } from './wire-rates.ts';

probes(found, {
  'blind26-retry-after-counts-to-the-full-minute': async (story) => {
    const merchant = await story.merchant();
    const second = Math.floor(story.bench.clock.now() / 1_000) % 60;
    await story.advance((90 - second) % 60);
    await times(120, () => merchant.get('/v1/banks'));
    const { headers } = await merchant.get('/v1/banks');
    await story.advance(Number(headers['retry-after']));
    return told(await merchant.get('/v1/banks'));
  },
});
