import { card, credentials, probes, told } from '../probe.support.ts';
import { found } from './access-and-pages.ts';

probes(found, {
  'blind23-key-known-in-sandbox-is-known-in-live': async (story) => {
    const merchant = await story.merchant();
    await merchant.get('/v1/balance');
    return told(await story.ask('live', 'GET', '/v1/balance', credentials(merchant)));
  },
  'blind23-several-faults-are-told-as-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 1, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
  'blind23-far-expiry-lies-in-the-last-century': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ reference: 'order' }));
    await story.send(body.checkoutUrl, { ...card, expiry: '12/75' });
    return await story.status(merchant, 'checkouts', 'order');
  },
  'blind23-parameters-follow-the-fragment': async (story) => {
    const merchant = await story.merchant();
    const asked = story.checkout({ returnUrl: 'https://shop.example/#/thanks' });
    const { body } = await merchant.post('/v1/checkouts', asked);
    const { headers } = await story.send(body.checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.get('status');
  },
});
