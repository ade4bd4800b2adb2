import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrow-money.ts';

const seller = { seller: { walletId: '9000000001' } };

async function live(story: Story) {
  await story.wallet('live', '9000000001');
  return story.merchant('live');
}

probes(found, {
  'blind14-fee-in-whole-naira': async (story) => {
    await story.wallet('sandbox', '9000000001');
    await story.wallet('sandbox', '9000000002');
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '9000000002' });
    const fee = { feeAmount: 1_234, feeWalletId: '9000000002' };
    await merchant.post(`/v1/escrows/${await story.funded(merchant, { ...seller, ...fee })}/release`);
    return story.available(merchant, '9000000002');
  },
  'blind14-timer-tells-the-share-after-the-fee': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.funded(merchant, { feeAmount: 1_000, feeWalletId: '0000000002', autoReleaseHours: 1 });
    await story.advance(3_601);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
  'blind14-released-amount-in-32-bits': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.post(`/v1/escrows/${await story.funded(merchant, { amount: 3_000_000_000 })}/release`);
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]).sort();
  },
  'blind14-refund-of-the-whole-by-amount-refused': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 50_000 }));
  },
  'blind14-escrow-currency-in-lower-case': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ currency: 'ngn' })));
  },
  'blind14-live-default-of-a-week': async (story) => {
    const merchant = await live(story);
    const reference = await story.funded(merchant, seller);
    await story.advance(72 * 3_600 + 60);
    return story.status(merchant, 'escrows', reference);
  },
  'blind14-live-asks-for-existence-alone': async (story) => {
    const merchant = await live(story);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', story.escrow(seller)));
  },
  'blind14-live-return-to-an-app': async (story) => {
    const merchant = await live(story);
    return told(await merchant.post('/v1/escrows', story.escrow({ ...seller, returnUrl: 'shopapp://thanks/' })));
  },
  'blind14-sandbox-wallets-known-in-live': async (story) => {
    const merchant = await live(story);
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind14-missing-wallet-remembered': async (story) => {
    const merchant = await story.merchant('live');
    const before = await merchant.post('/v1/escrows', story.escrow(seller));
    await story.wallet('live', '9000000001');
    return [told(before), told(await merchant.post('/v1/escrows', story.escrow(seller)))];
  },
  'blind14-expiry-in-sandbox-alone': async (story) => {
    const merchant = await live(story);
    const reference = await story.made(merchant, 'escrows', story.escrow(seller));
    await story.advance(86_460);
    return story.status(merchant, 'escrows', reference);
  },
});
