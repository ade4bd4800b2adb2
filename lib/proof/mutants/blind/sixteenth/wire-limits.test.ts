import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, told } from '../probe.support.ts';
import { found } from './wire-limits.ts';

const burst = (merchant: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => merchant.get('/v1/banks')));

const passed = async (merchant: Caller, count: number) =>
  (await burst(merchant, count)).filter(({ status }) => status === 200).length;

async function twoInEach(story: Story) {
  for (const environment of ['sandbox', 'live'] as const) await story.wallet(environment, '8000000001');
  const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
  const answers = [];
  for (const merchant of [sandbox, sandbox, sandbox, live, live, live])
    answers.push(told(await merchant.post('/v1/wallet-links', story.link({ walletId: '8000000001' }))));
  return answers;
}

probes(found, {
  'blind16-views-of-pages-count': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    for (let views = 0; views < 10; views++) await story.page(body.checkoutUrl);
    return await passed(merchant, 119);
  },
  'blind16-saved-settings-forget-the-count': async (story) => {
    const merchant = await story.merchant();
    const first = await passed(merchant, 125);
    await story.patch(merchant, { webhookUrl: 'https://shop.example/hook' });
    return [first, await passed(merchant, 10)];
  },
  'blind16-only-the-first-refusal-tells-when': async (story) => {
    const refused = (await burst(await story.merchant(), 125)).filter(({ status }) => status === 429);
    return refused.map(({ headers }) => headers['retry-after'] !== undefined);
  },
  'blind16-gateway-of-live-refuses-by-itself': async (story) => {
    const refused = (await burst(await story.merchant('live'), 122)).filter(({ status }) => status === 429);
    return refused.map(told);
  },
  'blind16-a-message-for-each-fault': async (story) => {
    const { body } = await (await story.merchant()).post('/v1/payouts', story.payout({ amount: 5, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
  'blind16-link-requests-of-both-environments': twoInEach,
});
