import { probes, told } from '../probe.support.ts';
import { found } from './containers-and-access.ts';

probes(found, {
  'blind28-metadata-as-json-text': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ metadata: '{"order":1}' })));
  },
  'blind28-seller-by-wallet-id-alone': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ seller: '0000000001' })));
  },
  'blind28-list-of-one-recipient': async (story) => {
    const merchant = await story.merchant();
    const { recipient, ...others } = story.payout();
    return told(await merchant.post('/v1/payouts', { ...others, recipient: [recipient] }));
  },
  'blind28-buyer-compared-without-plus': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+2@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind28-payment-by-id-of-any-merchant': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const { id } = await story.record(owner, 'checkouts', await story.paid(owner));
    return told(await other.post('/v1/refunds', story.refund(String(id))));
  },
  'blind28-linked-merchant-sees-the-name': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    return (await merchant.get('/v1/accounts/0000000001')).body.walletName;
  },
});
