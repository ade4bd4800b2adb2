import { probes, type Story } from '../probe.support.ts';
import { found } from './escrows.ts';

/** Advances to this many seconds after the next full hour of the service's clock. */
async function intoTheHour(story: Story, seconds: number): Promise<void> {
  await story.advance(3_600 - ((story.bench.clock.now() / 1_000) % 3_600) + seconds);
}

probes(found, {
  'blind23-fee-overwrites-the-share-in-one-wallet': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { feeAmount: 500, feeWalletId: '0000000001' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '0000000001');
  },
  'blind23-hours-are-counted-by-the-full-ones-passed': async (story) => {
    const merchant = await story.merchant();
    await intoTheHour(story, 3_000);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(900);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind23-refund-after-a-dispute-tells-what-was-asked-for': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(1);
    return hook.received.filter(({ body }) => body.event === 'escrow.refunded').map(({ body }) => body.amountMinor);
  },
  'blind23-fee-of-nothing-needs-no-wallet': async (story) => {
    const merchant = await story.merchant();
    return (await merchant.post('/v1/escrows', story.escrow({ feeAmount: 0 }))).status;
  },
  'blind23-unknown-seller-stays-unknown-for-ten-minutes': async (story) => {
    const merchant = await story.merchant('live');
    const asked = () => merchant.post('/v1/escrows', story.escrow({ seller: { walletId: '5550001112' } }));
    const first = await asked();
    await story.wallet('live', '5550001112');
    return [first.status, (await asked()).status];
  },
  'blind23-buyers-differ-by-no-plus': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+two@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
});
