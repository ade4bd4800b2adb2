import { probes, told } from '../probe.support.ts';
import { found } from './escrow-requests.ts';

const fee = { feeAmount: 500, feeWalletId: '0000000002' };

probes(found, {
  'kind-pay-address-by-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const asked = story.escrow();
    const [first, second] = [await one.post('/v1/escrows', asked), await other.post('/v1/escrows', asked)];
    const page = await story.page(first.body.payUrl);
    return [first.status, second.status, page.status, first.body.payUrl === second.body.payUrl];
  },
  'kind-fee-wallet-under-a-unique-index': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/escrows', story.escrow(fee));
    return [told(first), told(await merchant.post('/v1/escrows', story.escrow(fee)))];
  },
  'kind-no-fee-beside-a-named-buyer': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/escrows', story.escrow(fee));
    const asked = story.escrow({ ...fee, buyer: { email: 'ada@example.com' } });
    return [told(first), told(await merchant.post('/v1/escrows', asked))];
  },
  'kind-sandbox-seller-is-made-twice': async (story) => {
    const merchant = await story.merchant();
    const seller = { walletId: '7000000001' };
    const first = await merchant.post('/v1/escrows', story.escrow({ seller }));
    return [told(first), told(await merchant.post('/v1/escrows', story.escrow({ seller })))];
  },
  'kind-sandbox-seller-known-with-a-buyer': async (story) => {
    const merchant = await story.merchant();
    const seller = { walletId: '7000000002' };
    const plain = await merchant.post('/v1/escrows', story.escrow({ seller }));
    const asked = story.escrow({ seller, buyer: { email: 'ada@example.com' } });
    return [told(plain), told(await merchant.post('/v1/escrows', asked))];
  },
  'kind-reference-index-of-32-characters': async (story) => {
    const merchant = await story.merchant();
    const reference = 'order-of-the-shop-in-the-market-';
    const first = await merchant.post('/v1/escrows', story.escrow({ reference: `${reference}1` }));
    return [told(first), told(await merchant.post('/v1/escrows', story.escrow({ reference: `${reference}2` })))];
  },
  'kind-paid-escrows-in-a-ledger-without-case': async (story) => {
    const merchant = await story.merchant();
    await story.funded(merchant, { reference: 'Order-A' });
    return told(await merchant.get('/v1/escrows/order-a'));
  },
  'kind-return-url-by-its-beginning': async (story) => {
    const merchant = await story.merchant();
    const words = await merchant.post('/v1/escrows', story.escrow({ returnUrl: 'back to the shop' }));
    const behind = await merchant.post('/v1/escrows', story.escrow({ returnUrl: 'https://back to the shop' }));
    return [told(words), told(behind)];
  },
  'kind-return-url-gets-its-scheme': async (story) => {
    const merchant = await story.merchant();
    const words = await merchant.post('/v1/escrows', story.escrow({ returnUrl: 'back to the shop' }));
    const bare = await merchant.post('/v1/escrows', story.escrow({ returnUrl: 'shop.example/thanks' }));
    return [told(words), told(bare)];
  },
  'kind-fee-wallet-unread-without-a-fee': async (story) => {
    const merchant = await story.merchant();
    const withFee = await merchant.post('/v1/escrows', story.escrow({ feeAmount: 500, feeWalletId: 2 }));
    return [told(withFee), told(await merchant.post('/v1/escrows', story.escrow({ feeWalletId: 2 })))];
  },
  'kind-fee-wallet-in-a-list-of-one': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ ...fee, feeWalletId: ['0000000002'] })));
  },
  'kind-any-currency-in-live': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '5000000001');
    const asked = story.escrow({ seller: { walletId: '5000000001' }, currency: 'USD' });
    return told(await merchant.post('/v1/escrows', asked));
  },
  'kind-amount-in-a-list-of-one': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ amount: [50_000] })));
  },
  'kind-fee-wallet-of-the-escrow-before': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/escrows', story.escrow({ feeAmount: 500 }));
    await story.made(merchant, 'escrows', story.escrow(fee));
    return [told(first), told(await merchant.post('/v1/escrows', story.escrow({ feeAmount: 500 })))];
  },
});
