import { probes, told } from '../probe.support.ts';
import { found } from './wire-fields.ts';

probes(found, {
  'blind16-https-anywhere-in-the-address': async (story) => {
    const returnUrl = 'http://shop.example/thanks?next=https://shop.example/orders';
    return told(await (await story.merchant('live')).post('/v1/checkouts', story.checkout({ returnUrl })));
  },
  'blind16-dollar-matches-before-a-last-newline': async (story) =>
    told(await (await story.merchant()).post('/v1/checkouts', story.checkout({ reference: 'order-7\n' }))),
  'blind16-accounts-kept-without-their-environment': async (story) => {
    await story.wallet('sandbox', '8000000001');
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    return [told(await sandbox.get('/v1/accounts/8000000001')), told(await live.get('/v1/accounts/8000000001'))];
  },
});
