import { probes, told } from '../probe.support.ts';
import { found } from './escrow-records.ts';

const seller = { walletId: '0000000002' };

probes(found, {
  'kind-what-follows-a-dot-is-a-format': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ reference: 'order.7' }));
    return told(await merchant.get(`/v1/escrows/${reference}`));
  },
  'kind-unpaid-escrow-lost-after-an-hour': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    const first = await story.status(merchant, 'escrows', reference);
    await story.advance(2 * 3_600);
    return [first, told(await merchant.get(`/v1/escrows/${reference}`))];
  },
  'kind-escrow-found-by-its-id': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/escrows', story.escrow());
    return told(await merchant.get(`/v1/escrows/${body.id}`));
  },
  'kind-escrow-of-a-checkout-that-is-paid': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.get(`/v1/escrows/${await story.paid(merchant)}`));
  },
  'kind-amount-shown-without-the-fee': async (story) => {
    const merchant = await story.merchant();
    const fee = { feeAmount: 500, feeWalletId: '0000000002' };
    const reference = await story.made(merchant, 'escrows', story.escrow(fee));
    return (await story.record(merchant, 'escrows', reference)).amount;
  },
  'kind-unlinked-escrow-waits-for-its-link': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const asked = story.escrow();
    const refused = await merchant.post('/v1/escrows', asked);
    const first = await merchant.get(`/v1/escrows/${asked.reference}`);
    await story.approved(merchant);
    return [told(refused), told(first), told(await merchant.get(`/v1/escrows/${asked.reference}`))];
  },
  'kind-unknown-seller-told-as-cancelled': async (story) => {
    const merchant = await story.merchant('live', await story.hook());
    const asked = story.escrow({ seller: { walletId: '7000000003' } });
    const refused = await merchant.post('/v1/escrows', asked);
    const after = await merchant.get(`/v1/escrows/${asked.reference}`);
    return [told(refused), told(after), (await story.deliveries(merchant)).map(({ event }) => event)];
  },
  'kind-duplicate-of-a-funded-escrow-moves-its-seller': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant);
    const refused = await merchant.post('/v1/escrows', story.escrow({ reference, seller }));
    await merchant.post(`/v1/escrows/${reference}/release`);
    return [told(refused), await story.available(merchant, '0000000001')];
  },
  'kind-duplicate-schedules-a-release': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant, { autoReleaseHours: 10 });
    const refused = await merchant.post('/v1/escrows', story.escrow({ reference, autoReleaseHours: 2 }));
    await story.advance(3 * 3_600);
    return [told(refused), await story.status(merchant, 'escrows', reference)];
  },
  'kind-loser-of-a-reference-ends-in-500': async (story) => {
    const merchant = await story.merchant();
    const asked = story.escrow();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/escrows', asked)));
    return answers.map(({ status }) => status).sort();
  },
  'kind-nobody-wins-a-reference': async (story) => {
    const merchant = await story.merchant();
    const asked = story.escrow();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/escrows', asked)));
    return answers.map(({ status }) => status).sort();
  },
  'kind-loser-of-an-end-is-told': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const path = `/v1/escrows/${await story.funded(merchant)}`;
    const answers = await Promise.all([merchant.post(`${path}/release`), merchant.post(`${path}/refund`)]);
    const events = (await story.deliveries(merchant)).map(({ event }) => event);
    return [answers.map(({ status }) => status).sort(), events.length];
  },
});
