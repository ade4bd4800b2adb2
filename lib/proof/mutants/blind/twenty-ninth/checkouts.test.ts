import { probes } from '../probe.support.ts';
import { found } from './checkouts.ts';
import { advanceTo, advanceToTime, minutesBetween } from './clock.support.ts';

probes(found, {
  'blind29-description-in-single-spaces': async (story) => {
    const merchant = await story.merchant();
    const made = await story.made(merchant, 'checkouts', story.checkout({ description: 'Rice  50 kg' }));
    return (await story.record(merchant, 'checkouts', made)).description;
  },
  'blind29-metadata-names-are-paths': async (story) => {
    const merchant = await story.merchant();
    const made = await story.made(merchant, 'checkouts', story.checkout({ metadata: { 'order.id': 7 } }));
    return (await story.record(merchant, 'checkouts', made)).metadata;
  },
  'blind29-paid-on-the-day-of-its-creation': async (story) => {
    const merchant = await story.merchant();
    await advanceToTime(story, 23, 30);
    const made = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(3_600);
    await story.settle(merchant, made, 'succeeded');
    const { createdAt, paidAt } = await story.record(merchant, 'checkouts', made);
    return minutesBetween(createdAt, paidAt);
  },
  'blind29-json-at-the-end-is-a-format': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: 'invoice-7.json' }));
    return (await merchant.get('/v1/checkouts/invoice-7.json')).status;
  },
  'blind29-no-expiry-after-the-last-of-december': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, (now) => Date.UTC(now.getUTCFullYear() + 1, 11, 31, 12));
    const made = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(25 * 3_600);
    return await story.status(merchant, 'checkouts', made);
  },
});
