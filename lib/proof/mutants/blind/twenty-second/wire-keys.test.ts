import type { Caller } from '../../../reference/testing.ts';
import { pause } from '../../steps.ts';
import { probes, type Story, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

const slowly = (story: Story, by: Caller, milliseconds: number) =>
  story.control('POST', `/merchants/${by.id}/processing-delay`, { milliseconds });

probes(found, {
  'blind22-refused-repetition-unlocks-the-key': async (story) => {
    const merchant = await story.merchant();
    await slowly(story, merchant, 1_500);
    const body = story.payout();
    const send = () => merchant.post('/v1/payouts', body, { 'idempotency-key': 'one' });
    const first = send();
    await pause(200);
    const [second, third] = [await send(), await send()];
    return [told(await first), told(second), told(third)];
  },
  'blind22-lock-named-by-the-body': async (story) => {
    const merchant = await story.merchant();
    const [one, other] = [await story.funded(merchant), await story.funded(merchant)];
    await slowly(story, merchant, 1_000);
    const first = merchant.post(`/v1/escrows/${one}/release`);
    await pause(200);
    const second = merchant.post(`/v1/escrows/${other}/release`);
    return [(await first).status, (await second).status];
  },
});
