import { probes, times } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind12-throttle-answers-by-itself': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => story.linked(merchant));
    return Object.keys((await merchant.post('/v1/wallet-links', story.link())).body);
  },
  'blind12-refused-delete-says-nothing': async (story) => {
    const merchant = await story.merchant();
    const { status, body } = await merchant.delete('/v1/wallet-links/unknown');
    return [status, Object.keys(body)];
  },
});
