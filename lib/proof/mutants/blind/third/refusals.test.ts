import { probes, times, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind3-not-linked-uses-reference': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow();
    await story.patch(merchant, { requireLinkedWallets: true });
    await merchant.post('/v1/escrows', escrow);
    await story.approved(merchant);
    return told(await merchant.post('/v1/escrows', escrow));
  },
  'blind3-too-many-requests-still-unlink': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await times(119, () => merchant.get('/v1/banks'));
    const refused = told(await merchant.delete(`/v1/wallet-links/${link}`));
    await story.advance(61);
    return [refused, (await merchant.get(`/v1/wallet-links/${link}`)).body.status];
  },
  'blind3-reused-key-changes-description': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ description: 'A lamp' });
    const key = { 'idempotency-key': 'once' };
    await merchant.post('/v1/checkouts', checkout, key);
    await merchant.post('/v1/checkouts', { ...checkout, description: 'A rug' }, key);
    return (await story.record(merchant, 'checkouts', checkout.reference)).description;
  },
  'blind3-not-found-remembered': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await merchant.get(`/v1/payouts/${payout.reference}`);
    await story.made(merchant, 'payouts', payout);
    return told(await merchant.get(`/v1/payouts/${payout.reference}`));
  },
  'blind3-refused-rejection-closes-balance': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/reject`);
    return [
      (await merchant.get(`/v1/wallet-links/${link}`)).body.status,
      (await merchant.get('/v1/wallets/0000000001/balance')).status,
    ];
  },
});
