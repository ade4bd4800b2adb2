import { card, probes, type Story, told } from '../probe.support.ts';
import { found } from './checkouts-and-pages.ts';

async function opened(story: Story, changes: Record<string, unknown> = {}) {
  const merchant = await story.merchant();
  const { body } = await merchant.post('/v1/checkouts', story.checkout(changes));
  return { merchant, reference: String(body.reference), url: String(body.checkoutUrl) };
}

probes(found, {
  'blind30-metadata-times-are-read-as-times': async (story) => {
    const { merchant, reference } = await opened(story, { metadata: { cart: { from: '2026-11-28T10:00:00+01:00' } } });
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind30-transfer-is-paid-at-its-value-date': async (story) => {
    const { merchant, reference, url } = await opened(story);
    await story.advance(60);
    await story.send(url, { method: 'transfer' });
    const { paidAt, createdAt } = await story.record(merchant, 'checkouts', reference);
    return Date.parse(String(paidAt)) > Date.parse(String(createdAt));
  },
  'blind30-expired-checkouts-are-purged-after-a-month': async (story) => {
    const { merchant, reference } = await opened(story);
    await story.advance(32 * 86_400);
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference })));
  },
  'blind30-transfer-is-booked-by-its-amount': async (story) => {
    const { merchant, reference } = await opened(story);
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return await story.status(merchant, 'checkouts', reference);
  },
  'blind30-decline-is-remembered-at-expiry': async (story) => {
    const { merchant, reference, url } = await opened(story);
    await story.send(url, { ...card, cardNumber: '4000 0000 0000 0002' });
    await story.advance(86_500);
    return (await story.record(merchant, 'checkouts', reference)).failureReason;
  },
  'blind30-redirect-keeps-a-parameter-of-the-same-name': async (story) => {
    const { url } = await opened(story, { returnUrl: 'https://shop.example/orders?status=open' });
    return (await story.send(url, card)).headers.location;
  },
  'blind30-page-cuts-a-long-description': async (story) => {
    const { url } = await opened(story, { description: `${'word '.repeat(45)}end` });
    return (await story.page(url)).text.includes('word end');
  },
  'blind30-two-digits-of-a-year-from-50-are-of-the-last-century': async (story) => {
    const { merchant, reference, url } = await opened(story);
    await story.send(url, { ...card, expiry: '01/52' });
    return await story.status(merchant, 'checkouts', reference);
  },
  'blind30-page-shows-the-first-line-of-conditions': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions: 'Sent in a week\nNot damaged' }));
    return (await story.page(body.payUrl)).text.includes('Not damaged');
  },
  'blind30-page-looks-for-the-wallet-of-the-seller': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/escrows', story.escrow({ seller: { walletId: '8123456789' } }));
    await story.send(body.payUrl, { do: 'pay', email: 'ada@example.com' });
    return await story.status(merchant, 'escrows', String(body.reference));
  },
});
