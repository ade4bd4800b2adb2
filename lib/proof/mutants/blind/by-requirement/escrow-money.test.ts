import { probes } from '../probe.support.ts';
import { found } from './escrow-money.ts';

const HOUR = 3_600;
const SELLER = '0000000001';
const FEE_WALLET = '0000000002';
const fee = { feeAmount: 1_000, feeWalletId: FEE_WALLET };

probes(found, {
  'kind-hold-lifted-after-a-day': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant);
    const first = await story.available(merchant, SELLER);
    await story.advance(25 * HOUR);
    const held = [await story.status(merchant, 'escrows', reference), await story.available(merchant, SELLER)];
    await merchant.post(`/v1/escrows/${reference}/release`);
    return [first, held, await story.available(merchant, SELLER)];
  },
  'kind-hold-of-the-later-escrow-alone': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.funded(merchant);
    const first = await story.available(merchant, SELLER);
    await story.funded(merchant, { amount: 20_000 });
    return [first, await story.available(merchant, SELLER)];
  },
  'kind-large-release-in-single-precision': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant, { amount: 5_000_000_001 });
    await merchant.post(`/v1/escrows/${reference}/release`);
    return await story.available(merchant, SELLER);
  },
  'kind-buyer-release-adds-the-fee': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant, fee);
    await story.deed(merchant, reference, 'buyer-release');
    return await story.available(merchant, SELLER);
  },
  'kind-second-release-of-a-buyer-is-a-double-click': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const now = story.bench.clock.now() / 1_000;
    await story.advance(60 - (now % 60) + 10);
    const both = [await story.funded(merchant), await story.funded(merchant)];
    for (const reference of both) await story.deed(merchant, reference, 'buyer-release');
    return await story.available(merchant, SELLER);
  },
  'kind-fee-of-an-automatic-release-capped': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.approved(merchant, { walletId: FEE_WALLET });
    await story.funded(merchant, { feeAmount: 8_000, feeWalletId: FEE_WALLET, autoReleaseHours: 1 });
    await story.advance(2 * HOUR);
    return [await story.available(merchant, SELLER), await story.available(merchant, FEE_WALLET)];
  },
  'kind-one-fee-of-each-run': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: FEE_WALLET });
    const now = story.bench.clock.now() / 1_000;
    await story.advance(60 - (now % 60) + 10);
    await story.funded(merchant, { ...fee, autoReleaseHours: 1 });
    await story.funded(merchant, { ...fee, autoReleaseHours: 1 });
    await story.advance(HOUR + 60);
    return await story.available(merchant, FEE_WALLET);
  },
  'kind-automatic-release-on-the-balance-of-the-payment': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.funded(merchant, { autoReleaseHours: 2 });
    const other = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${other}/release`);
    await story.advance(2 * HOUR + 60);
    return await story.available(merchant, SELLER);
  },
  'kind-late-decision-of-a-dispute-pays-all': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, reference, 'dispute');
    await story.advance(2 * HOUR);
    await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 20_000 });
    return await story.available(merchant, SELLER);
  },
  'kind-releases-of-a-minute-told-as-a-sum': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const now = story.bench.clock.now() / 1_000;
    await story.advance(60 - (now % 60) + 10);
    for (const amount of [20_000, 30_000]) {
      const reference = await story.funded(merchant, { amount });
      await merchant.post(`/v1/escrows/${reference}/release`);
    }
    const listed = await story.deliveries(merchant);
    return listed.map(({ payload }) => JSON.parse(payload).amountMinor);
  },
  'kind-second-release-tries-the-payout-again': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const path = `/v1/escrows/${await story.funded(merchant)}/release`;
    await merchant.post(path);
    const again = await merchant.post(path);
    await story.advance(HOUR);
    return [again.status, await story.available(merchant, SELLER)];
  },
  'kind-payment-of-a-released-escrow-goes-through': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${reference}/release`);
    const again = await story.deed(merchant, reference, 'pay');
    return [again.status, await story.available(merchant, SELLER)];
  },
  'kind-buyer-release-leaves-the-timer': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant, { autoReleaseHours: 2 });
    await story.deed(merchant, reference, 'buyer-release');
    const first = await story.available(merchant, SELLER);
    await story.advance(5 * HOUR);
    return [first, await story.available(merchant, SELLER)];
  },
});
