import { probes } from '../probe.support.ts';
import { found } from './escrows-in-time.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

probes(found, {
  'blind33-no-automatic-release-on-a-saturday': async (story) => {
    const merchant = await story.merchant();
    const seen: unknown[] = [];
    for (const days of [1, 2, 3, 4, 5, 6, 7]) {
      const reference = await story.funded(merchant, { autoReleaseHours: days * 24 });
      await story.advance(days * DAY + 1);
      seen.push(await story.status(merchant, 'escrows', reference));
      await story.advance((7 - days) * DAY);
    }
    return seen;
  },
  'blind33-dispute-pauses-the-seller': async (story) => {
    const merchant = await story.merchant();
    const disputed = await story.funded(merchant);
    const reference = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, disputed, 'dispute');
    await story.advance(HOUR + 60);
    return story.status(merchant, 'escrows', reference);
  },
  'blind33-linked-sellers-are-paid-sooner': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.approved(merchant);
    const reference = await story.funded(merchant);
    await story.advance(30 * HOUR);
    return story.status(merchant, 'escrows', reference);
  },
  'blind33-automatic-release-tells-the-net': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.funded(merchant, { feeAmount: 500, feeWalletId: '0000000002', autoReleaseHours: 1 });
    await story.advance(HOUR + 60);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
  'blind33-one-expiry-event-a-second': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'escrows', story.escrow());
    await story.made(merchant, 'escrows', story.escrow());
    await story.advance(DAY + 60);
    return hook.events();
  },
});
