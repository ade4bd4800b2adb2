import { probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind15-reference-is-a-pattern': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: 'order-1' }));
    return told(await merchant.get('/v1/checkouts/order_1'));
  },
  'blind15-long-numbers-are-one-reference': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: '1234567890123456781' }));
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference: '1234567890123456782' })));
  },
  'blind15-archived-references-are-free': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.advance(31 * DAY);
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference })));
  },
  'blind15-dates-in-metadata-are-read': async (story) => {
    const merchant = await story.merchant();
    const metadata = { delivery: { on: '2026-12-24' } };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind15-live-amounts-end-at-the-acquirers-limit': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout({ amount: 2_000_000_000 })));
  },
});
