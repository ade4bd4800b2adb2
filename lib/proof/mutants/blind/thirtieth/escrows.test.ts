import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrows.ts';

/** What a new wallet holds after the deeds, as seen through a link to it. */
async function gained(story: Story, merchant: Caller, deeds: (walletId: string) => Promise<unknown>): Promise<unknown> {
  const walletId = '7000000001';
  await story.wallet('sandbox', walletId);
  await story.approved(merchant, { walletId });
  await deeds(walletId);
  return await story.available(merchant, walletId);
}

probes(found, {
  'blind30-automatic-release-asks-for-the-link-again': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(4_000);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind30-partial-refund-leaves-a-remainder': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 50_000 }));
  },
  'blind30-tag-of-an-address-does-not-count': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada+shop@example.com' } }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'ada@example.com' });
    return await story.status(merchant, 'escrows', reference);
  },
  'blind30-dispute-lapses-after-two-weeks': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(15 * 86_400);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind30-refund-after-a-dispute-tells-the-whole': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    const told = (await story.deliveries(merchant)).find((delivery) => delivery.event === 'escrow.refunded');
    return JSON.parse(told?.payload ?? '{}').amountMinor;
  },
  'blind30-fees-at-once-overwrite-each-other': async (story) => {
    const merchant = await story.merchant();
    return gained(story, merchant, async (feeWalletId) => {
      const first = await story.funded(merchant, { feeAmount: 500, feeWalletId });
      const second = await story.funded(merchant, { feeAmount: 500, feeWalletId });
      await Promise.all([first, second].map((each) => merchant.post(`/v1/escrows/${each}/release`)));
      await wait(100);
    });
  },
  'blind30-buyer-gets-whole-naira': async (story) => {
    const merchant = await story.merchant();
    return gained(story, merchant, async (walletId) => {
      const escrow = await story.funded(merchant, { seller: { walletId } });
      await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 12_345 });
    });
  },
});
