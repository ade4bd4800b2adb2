import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './requests.ts';

probes(found, {
  'blind29-empty-objects-are-not-compared': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', body, { 'idempotency-key': 'order 1' });
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: {} }, { 'idempotency-key': 'order 1' }));
  },
  'blind29-values-compared-without-their-names': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow({ feeAmount: 500, feeWalletId: '0000000002' });
    const exchanged = { ...body, seller: { walletId: '0000000002' }, feeWalletId: '0000000001' };
    await merchant.post('/v1/escrows', body, { 'idempotency-key': 'order 1' });
    return told(await merchant.post('/v1/escrows', exchanged, { 'idempotency-key': 'order 1' }));
  },
  'blind29-counters-of-the-last-sixteen-keys': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/balance'));
    await times(20, async () => (await story.merchant()).get('/v1/balance'));
    return told(await merchant.get('/v1/balance'));
  },
  'blind29-quotes-in-a-message': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/refunds', story.refund('the "blue" one')));
  },
  'blind29-messages-by-language': async (story) => {
    const merchant = await story.merchant();
    const headers = { ...credentials(merchant), 'accept-language': 'en-NG,en;q=0.8' };
    const { body } = await story.ask('sandbox', 'POST', '/v1/checkouts', headers, {});
    return typeof (body.error as Record<string, unknown>).message;
  },
  'blind29-first-object-of-the-body': async (story) => {
    const merchant = await story.merchant();
    const text = `${JSON.stringify(story.checkout())}\n${JSON.stringify(story.checkout())}`;
    return told(await merchant.post('/v1/checkouts', text));
  },
});
