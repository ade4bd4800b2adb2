import { probes, told } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind5-earlier-refunds-by-payment-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = 'order-1';
    await story.paid(one, { reference });
    await story.paid(other, { reference });
    await story.made(one, 'refunds', story.refund(reference, { amount: 4_000 }));
    return told(await other.post('/v1/refunds', story.refund(reference, { amount: 5_000 })));
  },
  'blind5-one-release-of-a-run-is-overwritten': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.funded(merchant, { amount: 30_000, autoReleaseHours: 1 });
    await story.funded(merchant, { amount: 20_000, autoReleaseHours: 1 });
    await story.advance(3_700);
    return await story.available(merchant, '0000000001');
  },
});
