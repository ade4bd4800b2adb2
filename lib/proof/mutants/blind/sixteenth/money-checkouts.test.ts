import { card, probes, told } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './money-checkouts.ts';

const declined = { ...card, cardNumber: '4000 0000 0000 0002' };

probes(found, {
  'blind16-customers-known-without-their-tag': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ customer: { email: 'ada+1@example.com' } }));
    const second = story.checkout({ customer: { email: 'ada+2@example.com' } });
    await story.made(merchant, 'checkouts', second);
    return (await story.record(merchant, 'checkouts', second.reference)).customer;
  },
  'blind16-double-click-answered-with-the-first': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await story.made(merchant, 'checkouts', body);
    return told(await merchant.post('/v1/checkouts', body));
  },
  'blind16-live-failures-without-a-reason': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, checkout, 'failed');
    return (await story.record(merchant, 'checkouts', checkout)).failureReason;
  },
  'blind16-expiry-jobs-named-by-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const checkout = await story.made(one, 'checkouts', story.checkout());
    await story.made(other, 'checkouts', story.checkout({ reference: checkout }));
    await story.advance(25 * HOUR);
    return [await story.status(one, 'checkouts', checkout), await story.status(other, 'checkouts', checkout)];
  },
  'blind16-expiry-counted-from-the-last-attempt': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.advance(12 * HOUR);
    await story.send(body.checkoutUrl, declined);
    await story.advance(13 * HOUR);
    const after = await story.status(merchant, 'checkouts', String(body.reference));
    await story.advance(12 * HOUR);
    return [after, await story.status(merchant, 'checkouts', String(body.reference))];
  },
});
