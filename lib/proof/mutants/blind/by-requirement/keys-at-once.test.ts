import { probes, told } from '../probe.support.ts';
import { found } from './keys-at-once.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'kind-who-waited-is-not-marked': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/checkouts', checkout, key)));
    return answers.filter(({ status, headers }) => status === 201 && headers['idempotent-replayed'] !== 'true').length;
  },
  'kind-who-waited-is-not-compared': async (story) => {
    const merchant = await story.merchant();
    const orders = [story.checkout(), story.checkout(), story.checkout()];
    const answers = await Promise.all(orders.map((order) => merchant.post('/v1/checkouts', order, key)));
    return answers.filter(({ status }) => status === 201).length;
  },
  'kind-of-different-bodies-none-wins': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 50 });
    const orders = [story.checkout(), story.checkout(), story.checkout()];
    const answers = await Promise.all(orders.map((order) => merchant.post('/v1/checkouts', order, key)));
    const found = await Promise.all(orders.map(({ reference }) => merchant.get(`/v1/checkouts/${reference}`)));
    return [answers, found].map((each) => each.filter(({ status }) => status < 300).length);
  },
  'kind-refund-at-once-refunds-twice': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refund = story.refund(payment);
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 20 });
    await Promise.all([1, 2].map(() => merchant.post('/v1/refunds', refund, key)));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount;
  },
  'kind-release-at-once-pays-twice': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '7000000001');
    await story.approved(merchant, { walletId: '7000000001' });
    const escrow = await story.funded(merchant, { seller: { walletId: '7000000001' } });
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 20 });
    await Promise.all([1, 2].map(() => merchant.post(`/v1/escrows/${escrow}/release`, undefined, key)));
    return [told(await merchant.get(`/v1/escrows/${escrow}`)), await story.available(merchant, '7000000001')];
  },
});
