import { probes } from '../probe.support.ts';
import { found } from './escrow-buyers.ts';

/** What the form of the page would send when Pay is pressed. */
function filledIn(page: string): Record<string, string> {
  const [, email = ''] = /name="email"[^>]* value="([^"]*)"/.exec(page) ?? [];
  return { do: 'pay', email };
}

probes(found, {
  'blind14-buyer-email-ilike': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada_obi@example.com' } }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'ada.obi@example.com' });
    return story.status(merchant, 'escrows', reference);
  },
  'blind14-buyer-email-unchecked-in-live': async (story) => {
    await story.wallet('live', '9000000001');
    const merchant = await story.merchant('live');
    const body = story.escrow({ seller: { walletId: '9000000001' }, buyer: { email: 'ada@example.com' } });
    const reference = await story.made(merchant, 'escrows', body);
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'obi@example.com' });
    return story.status(merchant, 'escrows', reference);
  },
  'blind14-buyer-replaced-at-sign-in': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'obi@example.com' });
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'obi@example.com' });
    return story.status(merchant, 'escrows', reference);
  },
  'blind14-sandbox-page-pays-as-one-account': async (story) => {
    const merchant = await story.merchant();
    const sent = story.escrow({ buyer: { email: 'ada@example.com' } });
    const { payUrl } = (await merchant.post('/v1/escrows', sent)).body;
    await story.send(payUrl, filledIn((await story.page(payUrl)).text));
    return story.status(merchant, 'escrows', sent.reference);
  },
  'blind14-link-wanted-at-payment': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.deed(merchant, reference, 'pay');
    return story.status(merchant, 'escrows', reference);
  },
  'blind14-dispute-leaves-the-cache': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    const before = await story.status(merchant, 'escrows', reference);
    await story.deed(merchant, reference, 'dispute');
    return [before, await story.status(merchant, 'escrows', reference)];
  },
  'blind14-conditions-cut-at-255': async (story) => {
    const merchant = await story.merchant();
    const sent = story.escrow({ conditions: `${'Delivered whole. '.repeat(20)}Signed for.` });
    const { payUrl } = (await merchant.post('/v1/escrows', sent)).body;
    return (await story.page(payUrl)).text.includes('Signed for.');
  },
  'blind14-conditions-in-place-of-description': async (story) => {
    const merchant = await story.merchant();
    const sent = story.escrow({ description: 'A red bicycle', conditions: 'Delivered whole' });
    const { payUrl } = (await merchant.post('/v1/escrows', sent)).body;
    const { text } = await story.page(payUrl);
    return [text.includes('A red bicycle'), text.includes('Delivered whole')];
  },
  'blind14-escrow-texts-without-accents': async (story) => {
    const merchant = await story.merchant();
    const { payUrl } = (await merchant.post('/v1/escrows', story.escrow({ conditions: 'Ọjà gbọ́dọ̀ dé' }))).body;
    return (await story.page(payUrl)).text.includes('Ọjà gbọ́dọ̀ dé');
  },
  'blind14-pay-url-made-of-the-reference': async (story) => {
    const sent = story.escrow();
    const [one, other] = [await story.merchant(), await story.merchant()];
    const first = (await one.post('/v1/escrows', sent)).body.payUrl;
    return first === (await other.post('/v1/escrows', sent)).body.payUrl;
  },
  'blind14-opened-page-renews-the-escrow': async (story) => {
    const merchant = await story.merchant();
    const sent = story.escrow();
    const { payUrl } = (await merchant.post('/v1/escrows', sent)).body;
    await story.advance(43_200);
    await story.page(payUrl);
    await story.advance(43_260);
    return story.status(merchant, 'escrows', sent.reference);
  },
});
