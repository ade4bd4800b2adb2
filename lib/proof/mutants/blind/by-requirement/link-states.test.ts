import { probes, told } from '../probe.support.ts';
import { found } from './link-states.ts';

probes(found, {
  'kind-nothing-to-decline-once-linked': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const link = await story.linked(merchant);
    const rejected = told(await merchant.post(`/v1/sandbox/wallet-links/${link}/reject`));
    return [rejected, (await merchant.get(`/v1/wallet-links/${link}`)).body.status];
  },
});
