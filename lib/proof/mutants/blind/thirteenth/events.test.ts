import { probes, signed } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind13-signed-before-signs-are-escaped': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '4000000001', 'Eze & Sons');
    await story.approved(merchant, { walletId: '4000000001' });
    await story.advance(0);
    return hook.received.map((each) => [signed(each, merchant.secret), each.body.walletName]);
  },
  'blind13-digits-in-events-are-numbers': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant, { reference: '1042' });
    await story.advance(0);
    return hook.received.map(({ body }) => body.reference);
  },
});
