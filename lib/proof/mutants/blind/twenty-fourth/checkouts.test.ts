import { card, probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './checkouts.ts';

probes(found, {
  'blind24-date-times-in-metadata-are-revived': async (story) => {
    const merchant = await story.merchant();
    const metadata = { pickup: '2026-03-01T10:00:00+01:00' };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind24-expiry-job-is-named-by-the-reference': async (story) => {
    const [first, second] = [await story.merchant(), await story.merchant()];
    const body = story.checkout();
    await story.made(first, 'checkouts', body);
    await story.advance(60);
    await story.made(second, 'checkouts', body);
    await story.advance(2 * DAY);
    return [
      await story.status(first, 'checkouts', body.reference),
      await story.status(second, 'checkouts', body.reference),
    ];
  },
  'blind24-buyer-is-kept-as-first-spelled': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout());
    const customer = { email: 'Ada@example.com' };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ customer }));
    return (await story.record(merchant, 'checkouts', reference)).customer;
  },
  'blind24-parameters-are-put-behind-the-fragment': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post(
      '/v1/checkouts',
      story.checkout({ returnUrl: 'https://shop.example/#/thanks' }),
    );
    const { headers } = await story.send(body.checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.get('status');
  },
});
