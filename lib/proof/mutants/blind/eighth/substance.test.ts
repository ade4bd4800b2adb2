import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind8-approved-link-unmasks-the-account': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    return (await merchant.get('/v1/accounts/0000000001')).body;
  },
});
