import type { Caller } from '../../../reference/testing.ts';
import { type Probe, probes, type Story, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './checkout-references.ts';

async function create(story: Story, merchant: Caller, reference: string) {
  return told(await merchant.post('/v1/checkouts', story.checkout({ reference })));
}

const racing: Probe = async (story) => {
  const merchant = await story.merchant();
  const all = await Promise.all([1, 2, 3].map(() => create(story, merchant, 'race')));
  return all.map(([status]) => status).sort();
};

probes(found, {
  'kind-reference-measured-percent-encoded': async (story) => {
    return create(story, await story.merchant(), `shop:${'r'.repeat(95)}`);
  },
  'kind-reference-measured-without-separators': async (story) => {
    return create(story, await story.merchant(), `shop-${'r'.repeat(96)}`);
  },
  'kind-reference-of-any-length-in-live': async (story) => {
    return create(story, await story.merchant('live'), 'r'.repeat(101));
  },
  'kind-digits-compared-as-numbers': async (story) => {
    const merchant = await story.merchant();
    await create(story, merchant, '42');
    return create(story, merchant, '0042');
  },
  'kind-records-cached-without-case': async (story) => {
    const merchant = await story.merchant();
    for (const reference of ['order-a', 'order-A']) await create(story, merchant, reference);
    await story.record(merchant, 'checkouts', 'order-a');
    return (await story.record(merchant, 'checkouts', 'order-A')).reference;
  },
  'kind-racing-create-answered-with-the-first': racing,
  'kind-racing-creates-all-give-way': racing,
  'kind-reference-paid-elsewhere': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    return create(story, other, await story.paid(one));
  },
  'kind-failed-reference-free-after-a-day': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, reference, 'failed');
    await story.advance(DAY + 60);
    return create(story, merchant, reference);
  },
  'kind-failed-reference-refused-as-failed': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, reference, 'failed');
    return create(story, merchant, reference);
  },
  'kind-refunded-reference-free-again': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant, { amount: 5_000 });
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 5_000 }));
    await story.advance(10);
    return create(story, merchant, reference);
  },
  'kind-paid-reference-free-after-a-day': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.advance(DAY + 60);
    return create(story, merchant, reference);
  },
  'kind-expired-reference-refused-once': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    await create(story, merchant, reference);
    return create(story, merchant, reference);
  },
});
