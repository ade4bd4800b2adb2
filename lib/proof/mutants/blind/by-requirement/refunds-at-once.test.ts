import { probes, told } from '../probe.support.ts';
import { found } from './refunds-at-once.ts';

const sorted = (seen: readonly (readonly unknown[])[]) => seen.map((each) => each.join(' ')).sort();

probes(found, {
  'kind-refused-refund-at-once-overwrites': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const { reference } = story.refund(checkout);
    const refunds = [100, 200, 300].map((amount) => story.refund(checkout, { reference, amount }));
    const answers = await Promise.all(refunds.map((refund) => merchant.post('/v1/refunds', refund)));
    const accepted = refunds[answers.findIndex(({ status }) => status === 201)];
    const { amount } = await story.record(merchant, 'refunds', reference);
    return [sorted(answers.map(told)), amount === accepted?.amount];
  },
  'kind-refund-reference-locked': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = story.refund(checkout);
    return sorted((await Promise.all([1, 2, 3].map(() => merchant.post('/v1/refunds', refund)))).map(told));
  },
  'kind-late-refund-told-of-a-conflict': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refunds = [1, 2, 3].map(() => story.refund(checkout, { amount: 2_500 }));
    return sorted((await Promise.all(refunds.map((refund) => merchant.post('/v1/refunds', refund)))).map(told));
  },
  'kind-refunds-of-different-amounts-race': async (story) => {
    const merchant = await story.merchant();
    const seen = [];
    for (const amounts of [
      [3_000, 3_000],
      [3_000, 3_001],
    ]) {
      const checkout = await story.paid(merchant);
      const refunds = amounts.map((amount) => story.refund(checkout, { amount }));
      seen.push(sorted((await Promise.all(refunds.map((refund) => merchant.post('/v1/refunds', refund)))).map(told)));
    }
    return seen;
  },
  'kind-refund-does-not-wait-for-the-lock': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refunds = [1, 2, 3].map(() => story.refund(checkout));
    return sorted((await Promise.all(refunds.map((refund) => merchant.post('/v1/refunds', refund)))).map(told));
  },
  'kind-equal-refunds-at-once-are-one': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refunds = [1, 2].map(() => story.refund(checkout));
    await Promise.all(refunds.map((refund) => merchant.post('/v1/refunds', refund)));
    await story.advance(10);
    const found = await Promise.all(refunds.map(({ reference }) => merchant.get(`/v1/refunds/${reference}`)));
    return [sorted(found.map(told)), (await story.record(merchant, 'checkouts', checkout)).refundedAmount];
  },
});
