import { probes, told } from '../probe.support.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind20-words-of-the-router-in-front-of-references': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ reference: 'export' }));
    return (await merchant.get(`/v1/checkouts/${reference}`)).status;
  },
  'blind20-short-names-at-gmail-refused': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ customer: { email: 'ada+1@gmail.com' } })));
  },
  'blind20-return-addresses-of-one-host': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout());
    const returnUrl = 'https://checkout.shop.example/thanks';
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl })));
  },
  'blind20-long-numbers-masked-as-cards': async (story) => {
    const merchant = await story.merchant();
    const metadata = { parcel: { code: '1234567890123' } };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
});
