import { probes, told } from '../probe.support.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind19-transfers-matched-by-amount': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'checkouts', story.checkout());
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return await story.status(merchant, 'checkouts', first);
  },
  'blind19-cancel-goes-by-the-reference-alone': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.made(merchant, 'escrows', story.escrow({ reference }));
    await merchant.post(`/v1/escrows/${reference}/cancel`);
    return await story.status(merchant, 'checkouts', reference);
  },
  'blind19-empty-parameters-dropped': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?coupon=&item=1';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    return (await story.send(body.checkoutUrl, { method: 'transfer' })).headers.location;
  },
  'blind19-links-in-descriptions-refused': async (story) => {
    const merchant = await story.merchant();
    const description = 'Ticket, see https://shop.example/terms';
    return told(await merchant.post('/v1/checkouts', story.checkout({ description })));
  },
});
