import { probes, told } from '../probe.support.ts';
import { found } from './environments.ts';

const key = { 'idempotency-key': 'one' };
const to = (accountNumber: string) => ({ bankName: 'GTBank', accountNumber, accountName: 'Ada Obi' });

probes(found, {
  'kind-live-return-to-this-machine': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'http://localhost/thanks' })));
  },
  'kind-live-return-url-in-capitals': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'HTTP://shop.example/thanks' })));
  },
  'kind-https-anywhere-in-the-address': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '7000000001');
    const returnUrl = 'http://shop.example/?next=https://shop.example';
    return told(await merchant.post('/v1/escrows', story.escrow({ returnUrl, seller: { walletId: '7000000001' } })));
  },
  'kind-live-escrow-returns-with-a-port': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '7000000001');
    const returnUrl = 'http://shop.example:8080/thanks';
    return told(await merchant.post('/v1/escrows', story.escrow({ returnUrl, seller: { walletId: '7000000001' } })));
  },
  'kind-lock-of-payouts-per-recipient': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 20_000 });
    const payouts = ['0123456781', '0123456782', '0123456783'].map((account) =>
      story.payout({ amount: 20_000, recipient: to(account) }),
    );
    return (await Promise.all(payouts.map((payout) => merchant.post('/v1/payouts', payout)))).map(told).sort();
  },
  'kind-unknown-seller-is-remembered': async (story) => {
    const merchant = await story.merchant('live');
    const seller = { walletId: '7000000001' };
    const unknown = told(await merchant.post('/v1/escrows', story.escrow({ seller })));
    await story.wallet('live', seller.walletId);
    return [unknown, told(await merchant.post('/v1/escrows', story.escrow({ seller })))];
  },
  'kind-sellers-without-leading-zeros': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '0700000001');
    return told(await merchant.post('/v1/escrows', story.escrow({ seller: { walletId: '0700000001' } })));
  },
  'kind-sandbox-fail-refused-in-live': async (story) => {
    const merchant = await story.merchant('live');
    const payment = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(payment, { reason: 'sandbox_fail' })));
  },
  'kind-sandbox-fail-not-kept-in-live': async (story) => {
    const merchant = await story.merchant('live');
    const payment = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
  'kind-wrong-environment-keeps-back-a-refund': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const headers = {
      authorization: `Bearer ${merchant.apiKey}`,
      'x-merchant-id': merchant.id,
      'idempotency-key': 'away',
    };
    const away = told(await story.ask('live', 'POST', '/v1/refunds', headers, story.refund(payment)));
    return [away, told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 5_000 })))];
  },
  'kind-answers-of-both-environments-kept-together': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const checkout = story.checkout();
    await sandbox.post('/v1/checkouts', checkout, key);
    const made = await live.post('/v1/checkouts', checkout, key);
    return [told(made), told(await live.get(`/v1/checkouts/${checkout.reference}`))];
  },
  'kind-available-naira-as-floating-point': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 10_010 });
    await story.paid(merchant, { amount: 20_020 });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 30_030 })));
  },
  'kind-one-refund-for-each-checkout-lowers': async (story) => {
    const merchant = await story.merchant('live');
    const payment = await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 5_000 }));
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 5_000 }));
    await story.advance(10);
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 40_001 })));
  },
});
