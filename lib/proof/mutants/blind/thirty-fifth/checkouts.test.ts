import { card, probes, times } from '../probe.support.ts';
import { found } from './checkouts.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind35-format-at-the-end-of-a-path': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ reference: 'export.json' }));
    return (await merchant.get(`/v1/checkouts/${reference}`)).status;
  },
  'blind35-top-level-domains-of-six-letters': async (story) => {
    const merchant = await story.merchant();
    const customer = { email: 'ada@obi.solutions' };
    return (await merchant.post('/v1/checkouts', story.checkout({ customer }))).status;
  },
  'blind35-dangerous-names-are-dropped': async (story) => {
    const merchant = await story.merchant();
    const metadata = { house: { constructor: 'Obi and Sons', rooms: 4 } };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind35-addresses-are-cut-from-the-page': async (story) => {
    const merchant = await story.merchant();
    const description = 'Ticket, see https://shop.example/terms first';
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ description }))).body;
    return (await story.page(checkoutUrl)).text.includes(description);
  },
  'blind35-transfer-is-told-with-its-bank': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await story.send(checkoutUrl, { method: 'transfer' });
    return typeof (await story.record(merchant, 'checkouts', body.reference)).paymentMethod;
  },
  'blind35-total-of-one-page-of-refunds': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await times(21, () => story.made(merchant, 'refunds', story.refund(payment, { amount: 100 })));
    await story.advance(60);
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount;
  },
  'blind35-parameters-of-the-shop-win': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?status=new&cart=7';
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ returnUrl }))).body;
    const { headers } = await story.send(checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.getAll('status').includes('succeeded');
  },
  'blind35-run-ends-twenty-checkouts': async (story) => {
    const merchant = await story.merchant();
    const made: string[] = [];
    await times(22, async () => made.push(await story.made(merchant, 'checkouts', story.checkout())));
    await story.advance(DAY + 60);
    return Promise.all(made.map((reference) => story.status(merchant, 'checkouts', reference)));
  },
});
