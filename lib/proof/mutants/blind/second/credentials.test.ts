import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind-refund-key-by-its-beginning': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const headers = credentials(merchant, { authorization: `Bearer ${merchant.apiKey.slice(0, -1)}!` });
    return told(await story.ask('sandbox', 'POST', '/v1/refunds', headers, story.refund(checkout)));
  },
  'blind-merchant-id-without-case': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { 'x-merchant-id': merchant.id.toUpperCase() });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', headers));
  },
  'blind-sandbox-approval-without-key': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    return (await story.ask('sandbox', 'POST', `/v1/sandbox/wallet-links/${link}/approve`)).status;
  },
  'blind-escrow-read-by-merchant-id': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const escrow = await story.made(owner, 'escrows', story.escrow());
    const headers = credentials(other, { 'x-merchant-id': owner.id });
    return told(await story.ask('sandbox', 'GET', `/v1/escrows/${escrow}`, headers));
  },
  'blind-link-request-with-empty-merchant-id': async (story) => {
    const headers = credentials(await story.merchant(), { 'x-merchant-id': '' });
    return told(await story.ask('sandbox', 'POST', '/v1/wallet-links', headers, story.link()));
  },
});
