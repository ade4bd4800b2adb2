import { probes, told } from '../probe.support.ts';
import { found } from './checkouts.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind32-dotted-names-become-paths': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata: { 'order.id': 1 } }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind32-times-in-metadata-are-rewritten': async (story) => {
    const merchant = await story.merchant();
    const metadata = { pickup: '2026-01-01T00:00:00+01:00' };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind32-empty-texts-become-null': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata: { note: '' } }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind32-references-are-compared-for-a-month': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.advance(31 * DAY);
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference })));
  },
  'blind32-description-nought-is-none': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ description: '0' }));
    return (await story.record(merchant, 'checkouts', reference)).description;
  },
  'blind32-top-level-domains-of-six-letters': async (story) => {
    const merchant = await story.merchant();
    return told(
      await merchant.post('/v1/checkouts', story.checkout({ customer: { email: 'ada@studio.photography' } })),
    );
  },
  'blind32-schemes-in-small-letters-alone': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'HTTPS://shop.example/thanks' })));
  },
});
