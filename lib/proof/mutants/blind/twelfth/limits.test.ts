import { probes, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind12-body-of-four-kilobytes-and-a-little': async (story) => {
    const merchant = await story.merchant();
    const metadata = { note: 'x'.repeat(3_950) };
    const description = 'd'.repeat(255);
    return [
      told(await merchant.post('/v1/checkouts', story.checkout({ metadata }))),
      told(await merchant.post('/v1/checkouts', story.checkout({ metadata, description }))),
    ];
  },
  'blind12-counted-once-answered': async (story) => {
    const merchant = await story.merchant();
    const all = await Promise.all(Array.from({ length: 200 }, () => merchant.get('/v1/banks')));
    return all.filter(({ status }) => status === 200).length;
  },
});
