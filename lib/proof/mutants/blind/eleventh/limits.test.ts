import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind11-writes-counted-apart': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    return told(await merchant.post('/v1/checkouts', story.checkout()));
  },
  'blind11-key-column-holds-merchant-too': async (story) => {
    const merchant = await story.merchant();
    const key = (end: string) => ({ 'idempotency-key': end.padStart(255, 'k') });
    await merchant.post('/v1/checkouts', story.checkout(), key('1'));
    return told(await merchant.post('/v1/checkouts', story.checkout(), key('2')));
  },
  'blind11-metadata-of-fifty-names': async (story) => {
    const merchant = await story.merchant();
    const metadata = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`item-${at}`, at]));
    return told(await merchant.post('/v1/checkouts', story.checkout({ metadata })));
  },
});
