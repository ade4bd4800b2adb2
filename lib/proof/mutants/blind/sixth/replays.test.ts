import { setTimeout as pause } from 'node:timers/promises';
import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind6-lists-compared-in-any-order': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const body = story.checkout({ metadata: { stops: ['Lagos', 'Abuja'] } });
    await merchant.post('/v1/checkouts', body, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { stops: ['Abuja', 'Lagos'] } }, key));
  },
  'blind6-lock-ends-before-the-request': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const body = story.checkout();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 3_500 });
    const underWay = merchant.post('/v1/checkouts', body, key);
    await pause(2_000);
    const answered = told(await merchant.post('/v1/checkouts', body, key));
    return [answered, told(await underWay)];
  },
});
