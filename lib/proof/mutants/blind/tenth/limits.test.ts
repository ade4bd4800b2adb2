import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind10-rate-of-each-address': async (story) => {
    const merchant = await story.merchant();
    const ask = (from: string) =>
      story.ask('sandbox', 'GET', '/v1/balance', credentials(merchant, { 'x-forwarded-for': from }));
    await times(120, () => ask('203.0.113.7'));
    return told(await ask('203.0.113.8'));
  },
  'blind10-description-measured-escaped': async (story) => {
    const merchant = await story.merchant();
    const description = 'Tea & milk'.padEnd(20, '.').repeat(10) + '&'.repeat(10);
    return told(await merchant.post('/v1/checkouts', story.checkout({ description })));
  },
});
