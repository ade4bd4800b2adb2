import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind-delete-without-merchant-id': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    const headers = credentials(merchant, { 'x-merchant-id': 'none' });
    await story.ask('sandbox', 'DELETE', `/v1/wallet-links/${link}`, headers);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind-account-check-by-basic': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { authorization: `Basic ${merchant.apiKey}` });
    return told(await story.ask('sandbox', 'GET', '/v1/accounts/0000000001', headers));
  },
  'blind-cancelled-without-merchant-id': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    const headers = credentials(merchant, { 'x-merchant-id': 'none' });
    await story.ask('sandbox', 'POST', `/v1/escrows/${escrow}/cancel`, headers);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind-refused-payout-keeps-its-key': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { authorization: 'Bearer svc_test_sk_never', 'idempotency-key': 'once' });
    await story.ask('sandbox', 'POST', '/v1/payouts', headers, story.payout());
    return told(await merchant.post('/v1/payouts', story.payout(), { 'idempotency-key': 'once' }));
  },
  'blind-delete-with-sandbox-key-unauthorized': async (story) => {
    const headers = credentials(await story.merchant());
    return told(await story.ask('live', 'DELETE', '/v1/wallet-links/none', headers));
  },
});
