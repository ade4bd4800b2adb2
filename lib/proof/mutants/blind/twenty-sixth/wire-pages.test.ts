import { card, probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-pages.ts';

probes(found, {
  'blind26-late-transfer-is-booked': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.advance(DAY + 60);
    await story.send(body.checkoutUrl, { method: 'transfer' });
    const { status, failureReason } = await story.record(merchant, 'checkouts', String(body.reference));
    return [status, failureReason];
  },
  'blind26-redirect-appends-behind-the-fragment': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/#/thanks';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    const { headers } = await story.send(body.checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.get('reference');
  },
});
