import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind6-failure-joined-by-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    const retry = await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    const { failureReason, status } = await story.record(merchant, 'refunds', retry);
    return [status, failureReason];
  },
  'blind6-linked-account-with-its-name': async (story) => {
    const merchant = await story.merchant();
    const before = (await merchant.get('/v1/accounts/0000000001')).text.includes('Okonkwo');
    await story.approved(merchant);
    return [before, (await merchant.get('/v1/accounts/0000000001')).text.includes('Okonkwo')];
  },
});
