import { probes, told } from '../probe.support.ts';
import { found } from './payout-references.ts';

probes(found, {
  'kind-payouts-at-once-share-an-answer': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/payouts', payout)));
    return answers.map((answer) => told(answer).join(' ')).sort();
  },
  'kind-refused-payout-at-once-overwrites': async (story) => {
    const merchant = await story.merchant();
    const { reference } = story.payout();
    const payouts = [10_000, 20_000, 30_000].map((amount) => story.payout({ reference, amount }));
    const answers = await Promise.all(payouts.map((payout) => merchant.post('/v1/payouts', payout)));
    const accepted = payouts[answers.findIndex(({ status }) => status === 201)];
    const { amount } = await story.record(merchant, 'payouts', reference);
    return [answers.map((answer) => told(answer).join(' ')).sort(), amount === accepted?.amount];
  },
  'kind-newest-payout-of-any-case-found': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ reference: 'case-A' }));
    await story.made(merchant, 'payouts', story.payout({ reference: 'case-a' }));
    return (await story.record(merchant, 'payouts', 'case-A')).reference;
  },
  'kind-payout-reference-compared-without-signs': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ reference: 'a-1' }));
    return told(await merchant.post('/v1/payouts', story.payout({ reference: 'a.1' })));
  },
  'kind-payout-with-the-state-of-its-namesake': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const payout = story.payout({ recipient: story.failing });
    await story.made(one, 'payouts', payout);
    await story.made(other, 'payouts', story.payout({ reference: payout.reference }));
    await story.advance(10);
    return [
      await story.status(one, 'payouts', payout.reference),
      await story.status(other, 'payouts', payout.reference),
    ];
  },
  'kind-settled-payout-reference-free-for-another-account': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const another = { ...payout, recipient: { ...payout.recipient, accountNumber: '1234567890' } };
    await story.made(merchant, 'payouts', payout);
    const seen = [told(await merchant.post('/v1/payouts', another))];
    await story.advance(10);
    seen.push(told(await merchant.post('/v1/payouts', payout)), told(await merchant.post('/v1/payouts', another)));
    return seen;
  },
  'kind-payout-found-among-refunds': async (story) => {
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    return told(await merchant.get(`/v1/payouts/${refund}`));
  },
  'kind-payout-seen-by-who-pays-the-same-account': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const payout = await story.made(one, 'payouts', story.payout());
    const before = told(await other.get(`/v1/payouts/${payout}`));
    await story.made(other, 'payouts', story.payout());
    return [before, told(await other.get(`/v1/payouts/${payout}`))];
  },
});
