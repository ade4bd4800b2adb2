import { probes, told } from '../probe.support.ts';
import { found } from './money-replays.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'blind16-live-gateway-drops-the-mark': async (story) => {
    const merchant = await story.merchant('live');
    const body = story.checkout();
    await merchant.post('/v1/checkouts', body, key);
    return (await merchant.post('/v1/checkouts', body, key)).headers['idempotent-replayed'];
  },
  'blind16-answers-kept-by-reference': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const first = await merchant.post('/v1/checkouts', body, key);
    await story.settle(merchant, body.reference, 'succeeded');
    await story.made(merchant, 'refunds', story.refund(body.reference, { reference: body.reference }));
    return (await merchant.post('/v1/checkouts', body, key)).text === first.text;
  },
  'blind16-lock-of-two-seconds': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 500 });
    const body = story.checkout();
    const first = merchant.post('/v1/checkouts', body, key);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await story.advance(5);
    const second = await merchant.post('/v1/checkouts', body, key);
    return [told(await first), told(second)];
  },
  'blind16-key-and-merchant-in-one-column': async (story) => {
    const merchant = await story.merchant();
    const answers = [];
    for (const last of ['a', 'b'])
      answers.push(
        told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'k'.repeat(254) + last })),
      );
    return answers;
  },
  'blind16-identical-requests-share-the-answer': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/checkouts', body, key)));
    return answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']).length;
  },
  'blind16-replay-tries-a-failed-refund-again': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const body = story.refund(await story.paid(merchant), { reason: 'sandbox_fail' });
    await merchant.post('/v1/refunds', body, key);
    await story.advance(10);
    await merchant.post('/v1/refunds', body, key);
    await story.advance(10);
    return hook.events().sort();
  },
});
