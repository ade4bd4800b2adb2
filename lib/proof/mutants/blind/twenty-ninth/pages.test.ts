import { card, probes, type Story } from '../probe.support.ts';
import { found } from './pages.ts';

async function returned(story: Story, returnUrl: string): Promise<URL> {
  const merchant = await story.merchant();
  const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
  const { headers } = await story.send(body.checkoutUrl, card);
  return new URL(String(headers.location));
}

probes(found, {
  'blind29-parameters-after-the-fragment': async (story) => {
    const { searchParams } = await returned(story, 'https://shop.example/#/thanks');
    return [...searchParams];
  },
  'blind29-one-value-for-each-parameter': async (story) => {
    const { searchParams } = await returned(story, 'https://shop.example/thanks?item=1&item=2');
    return searchParams.getAll('item');
  },
  'blind29-december-is-month-zero': async (story) => {
    const merchant = await story.merchant();
    const year = new Date(await story.advance(0)).getUTCFullYear() % 100;
    // Not in January, in which the two readings agree.
    await story.advance(new Date(await story.advance(0)).getUTCMonth() === 0 ? 40 * 86_400 : 0);
    const sent = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', sent);
    await story.send(body.checkoutUrl, { ...card, expiry: `12/${year}` });
    return await story.status(merchant, 'checkouts', sent.reference);
  },
  'blind29-page-cuts-the-description': async (story) => {
    const merchant = await story.merchant();
    const description = `${'Tomatoes and rice, '.repeat(10)}and the last of it`;
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes('and the last of it');
  },
  'blind29-first-line-of-the-conditions': async (story) => {
    const merchant = await story.merchant();
    const conditions = 'Delivered to the door.\nSeen by the buyer.';
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions }));
    return (await story.page(body.payUrl)).text.includes('Seen by the buyer.');
  },
});
