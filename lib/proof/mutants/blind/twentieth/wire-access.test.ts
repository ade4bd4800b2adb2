import { probes, told } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind20-rotation-replaces-all-credentials': async (story) => {
    const merchant = await story.merchant();
    await story.rotate(merchant);
    return (await merchant.get('/v1/balance')).status;
  },
  'blind20-bodies-begin-with-a-brace': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', `\n${JSON.stringify(story.checkout())}`));
  },
});
