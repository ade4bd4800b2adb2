import { setTimeout as pause } from 'node:timers/promises';
import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind5-new-setting-judges-replays': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow();
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/escrows', body, key);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', body, key));
  },
  'blind5-lock-by-key-alone': async (story) => {
    const [slow, other] = [await story.merchant(), await story.merchant()];
    const key = { 'idempotency-key': 'one' };
    await story.control('POST', `/merchants/${slow.id}/processing-delay`, { milliseconds: 1_500 });
    const underWay = slow.post('/v1/checkouts', story.checkout(), key);
    await pause(300);
    const answered = told(await other.post('/v1/checkouts', story.checkout(), key));
    return [answered, told(await underWay)];
  },
});
