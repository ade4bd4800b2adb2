import { card, probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind7-late-decline-leaves-its-reason': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.settle(merchant, checkout, 'failed');
    const { status, failureReason } = await story.record(merchant, 'checkouts', checkout);
    return [status, failureReason];
  },
  'blind7-expired-with-the-last-decline': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' });
    await story.advance(25 * 3_600);
    const { status, failureReason } = await story.record(merchant, 'checkouts', String(body.reference));
    return [status, failureReason];
  },
});
