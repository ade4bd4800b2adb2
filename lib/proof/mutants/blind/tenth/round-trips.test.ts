import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind10-proto-removed': async (story) => {
    const merchant = await story.merchant();
    const body = JSON.stringify(story.checkout({ reference: 'one', metadata: { order: { size: 1 } } }));
    await merchant.post('/v1/checkouts', body.replace('size', '__proto__'));
    return (await merchant.get('/v1/checkouts/one')).text.includes('__proto__');
  },
  'blind10-escaped-pairs-halved': async (story) => {
    const merchant = await story.merchant();
    const body = JSON.stringify(story.checkout({ reference: 'one', description: 'A gift (emoji)' }));
    await merchant.post('/v1/checkouts', body.replace('(emoji)', '\\ud83c\\udf81'));
    return (await story.record(merchant, 'checkouts', 'one')).description;
  },
});
