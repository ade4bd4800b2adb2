import { card, probes, type Story } from '../probe.support.ts';
import { found } from './pages.ts';

async function paidOn(story: Story, changes: Record<string, unknown>, form: Record<string, string> = card) {
  const merchant = await story.merchant();
  const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout(changes))).body;
  const { status, headers } = await story.send(checkoutUrl, form);
  return [status, headers.location ?? null];
}

probes(found, {
  'blind32-reference-is-encoded-twice': (story) => paidOn(story, { reference: 'order:7' }),
  'blind32-parameters-that-are-there-are-left': (story) =>
    paidOn(story, { returnUrl: 'https://shop.example/thanks?status=new' }),
  'blind32-query-is-decoded-on-the-way': (story) =>
    paidOn(story, { returnUrl: 'https://shop.example/thanks?item=salt%26pepper' }),
  'blind32-cards-valid-for-twenty-years': (story) => paidOn(story, {}, { ...card, expiry: '12/49' }),
  'blind32-two-hyphens-become-a-dash': async (story) => {
    const merchant = await story.merchant();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ description: 'Lamp X--7' }))).body;
    return (await story.page(checkoutUrl)).text.includes('Lamp X--7');
  },
  'blind32-conditions-are-cut-at-a-line': async (story) => {
    const merchant = await story.merchant();
    const conditions = 'The goods arrive.\nThe buyer signs.';
    const { payUrl } = (await merchant.post('/v1/escrows', story.escrow({ conditions }))).body;
    return (await story.page(payUrl)).text.includes('The buyer signs.');
  },
  'blind32-late-transfers-are-taken': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await story.advance(25 * 3_600);
    await story.send(checkoutUrl, { method: 'transfer' });
    return story.status(merchant, 'checkouts', body.reference);
  },
});
