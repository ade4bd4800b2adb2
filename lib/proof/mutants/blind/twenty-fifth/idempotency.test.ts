import { pause } from '../../steps.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './idempotency.ts';

probes(found, {
  'blind25-bodies-are-compared-as-they-are-printed': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const key = { 'idempotency-key': 'a key' };
    await merchant.post('/v1/checkouts', { ...body, metadata: { cart: { first: { sku: 'A-1' } } } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { cart: { first: { sku: 'B-2' } } } }, key));
  },
  'blind25-the-index-holds-191-characters-of-a-key': async (story) => {
    const merchant = await story.merchant();
    const answers = [];
    for (const end of ['1', '2']) {
      const key = { 'idempotency-key': `${'order-'.repeat(35)}${end}` };
      answers.push(told(await merchant.post('/v1/checkouts', story.checkout(), key)));
    }
    return answers;
  },
  'blind25-the-lock-of-a-key-ends-before-the-request': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 3_000 });
    const body = story.checkout();
    const key = { 'idempotency-key': 'a key' };
    const first = merchant.post('/v1/checkouts', body, key);
    await pause(1_800);
    const second = await merchant.post('/v1/checkouts', body, key);
    return [told(await first), told(second)];
  },
});
