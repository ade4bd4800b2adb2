import { probes, times, told } from '../probe.support.ts';
import { found } from './wire-rates.ts';

probes(found, {
  'blind18-counters-in-each-worker': async (story) => {
    const merchant = await story.merchant();
    await times(130, () => merchant.get('/v1/balance'));
    return told(await merchant.get('/v1/balance'));
  },
  'blind18-retry-after-in-milliseconds-divided': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/balance'));
    const { headers, status } = await merchant.get('/v1/balance');
    return [status, /^\d+$/.test(String(headers['retry-after']))];
  },
  'blind18-console-reads-with-the-key': async (story) => {
    const merchant = await story.merchant();
    await merchant.get('/v1/balance');
    await story.advance(120);
    await times(5, () => story.deliveries(merchant));
    await times(119, () => merchant.get('/v1/balance'));
    return told(await merchant.get('/v1/balance'));
  },
  'blind18-hour-of-links-begins-anew': async (story) => {
    const merchant = await story.merchant();
    await times(5, async () => {
      await story.linked(merchant);
      await story.advance(3_000);
    });
    return told(await merchant.post('/v1/wallet-links', story.link()));
  },
});
