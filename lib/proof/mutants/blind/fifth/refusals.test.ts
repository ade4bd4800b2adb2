import { probes, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind5-refused-payout-waits-for-money': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 20_000 });
    const body = story.payout({ amount: 30_000 });
    const refused = told(await merchant.post('/v1/payouts', body));
    await story.paid(merchant, { amount: 20_000 });
    const { status } = await merchant.get(`/v1/payouts/${body.reference}`);
    return [refused, status, await story.balance(merchant)];
  },
});
