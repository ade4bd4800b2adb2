import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });

probes(found, {
  'blind13-replay-counts-twice': async (story) => {
    const merchant = await story.merchant();
    const order = story.checkout();
    const refused: number[] = [];
    await times(100, async () => {
      const { status } = await merchant.post('/v1/checkouts', order, { 'idempotency-key': 'one' });
      if (status === 429) refused.push(status);
    });
    return refused.length;
  },
  'blind13-metadata-measured-with-escapes': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ metadata: { note: '₦'.repeat(1_000) } })));
  },
  'blind13-json-of-64-levels': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ metadata: nested(80) })));
  },
});
