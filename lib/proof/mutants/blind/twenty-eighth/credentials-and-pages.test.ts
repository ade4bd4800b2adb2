import { card, credentials, probes, type Story } from '../probe.support.ts';
import { found } from './credentials-and-pages.ts';

/** Where the buyer is sent after paying by card. */
async function redirected(story: Story, returnUrl: string): Promise<unknown> {
  const merchant = await story.merchant();
  const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
  return (await story.send(body.checkoutUrl, card)).headers.location;
}

probes(found, {
  'blind28-key-matched-by-its-beginning': async (story) => {
    const merchant = await story.merchant();
    const headers = credentials(merchant, { authorization: `Bearer ${merchant.apiKey}0` });
    return (await story.ask('sandbox', 'GET', '/v1/balance', headers)).status;
  },
  'blind28-checked-key-is-remembered': async (story) => {
    const merchant = await story.merchant();
    await merchant.get('/v1/balance');
    const headers = credentials(merchant, { 'x-merchant-id': 'mch_test_nobody' });
    return (await story.ask('sandbox', 'GET', '/v1/balance', headers)).status;
  },
  'blind28-sandbox-decisions-for-the-named-merchant': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const link = await story.linked(owner);
    const headers = credentials(other, { 'x-merchant-id': owner.id });
    const { status } = await story.ask('sandbox', 'POST', `/v1/sandbox/wallet-links/${link}/approve`, headers);
    return [status, (await owner.get(`/v1/wallet-links/${link}`)).body.status];
  },
  'blind28-parameters-behind-the-fragment': (story) => redirected(story, 'https://shop.example/thanks#order'),
  'blind28-own-parameter-of-the-shop-wins': (story) => redirected(story, 'https://shop.example/thanks?status=new'),
  'blind28-description-cut-on-the-page': async (story) => {
    const merchant = await story.merchant();
    const description = `${'shoes '.repeat(20)}and a hat`;
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes('and a hat');
  },
});
