import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind-unsupported-bank-without-message': async (story) => {
    const recipient = { ...story.failing, bankName: 'Bank of Nowhere' };
    const { body } = await (await story.merchant()).post('/v1/payouts', story.payout({ recipient }));
    return Object.keys(body.error as object);
  },
  'blind-in-progress-without-body': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 1_500 });
    const payout = story.payout();
    const create = () => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'once' });
    const both = await Promise.all([create(), create()]);
    return both.map(({ status, code }) => [status, code]).sort();
  },
  'blind-duplicate-escrow-with-list-of-messages': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow();
    await merchant.post('/v1/escrows', escrow);
    return typeof ((await merchant.post('/v1/escrows', escrow)).body.error as { message: unknown }).message;
  },
  'blind-release-answered-as-text': async (story) => {
    const merchant = await story.merchant();
    const { headers } = await merchant.post(`/v1/escrows/${await story.funded(merchant)}/release`);
    return headers['content-type'];
  },
  'blind-known-ref-in-an-envelope': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    await merchant.post('/v1/wallet-links', link);
    return Object.keys((await merchant.post('/v1/wallet-links', link)).body);
  },
});
