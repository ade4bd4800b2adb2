import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story } from '../probe.support.ts';
import { found } from './event-escrow-money.ts';

const refunded = (by: Caller, escrow: string, amount: number) => by.post(`/v1/escrows/${escrow}/refund`, { amount });

async function told(story: Story, does: (by: Caller) => Promise<unknown>) {
  const hook = await story.hook();
  const merchant = await story.merchant('sandbox', hook);
  await does(merchant);
  await story.advance(0);
  return hook.received.map(({ body }) => [body.event, body.amountMinor]);
}

probes(found, {
  'blind15-remainder-of-a-rounded-share': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await refunded(merchant, await story.funded(merchant, { amount: 1_000_000 }), 333_333);
    return await story.available(merchant, '0000000001');
  },
  'blind15-event-amount-has-32-bits': (story) =>
    told(story, async (merchant) => {
      const escrow = await story.funded(merchant, { amount: 3_000_000_000 });
      await story.advance(0);
      await merchant.post(`/v1/escrows/${escrow}/release`);
    }),
  'blind15-refund-after-dispute-told-in-full': (story) =>
    told(story, async (merchant) => {
      const escrow = await story.funded(merchant);
      await story.advance(0);
      await story.deed(merchant, escrow, 'dispute');
      await story.advance(0);
      await refunded(merchant, escrow, 20_000);
    }),
});
