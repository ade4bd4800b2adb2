import { credentials, probes } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind22-shops-of-one-webhook-host-are-one-company': async (story) => {
    const hook = await story.hook();
    const [one, other] = [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)];
    const answer = await story.ask('sandbox', 'GET', '/v1/balance', credentials(one, { 'x-merchant-id': other.id }));
    return answer.status;
  },
  'blind22-missing-for-one-is-missing-for-all': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = await story.made(one, 'checkouts', story.checkout());
    await other.get(`/v1/checkouts/${reference}`);
    return (await one.get(`/v1/checkouts/${reference}`)).status;
  },
});
