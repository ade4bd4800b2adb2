import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, times, told } from '../probe.support.ts';
import { found } from './link-limits.ts';

const ask = async (story: Story, merchant: Caller) => told(await merchant.post('/v1/wallet-links', story.link()));

async function unlinked(story: Story, merchant: Caller): Promise<void> {
  const link = await story.approved(merchant);
  await merchant.delete(`/v1/wallet-links/${link}`);
}

probes(found, {
  'kind-decisions-count-as-requests': async (story) => {
    const merchant = await story.merchant();
    await times(4, async () =>
      story.owner(merchant, String((await merchant.post('/v1/wallet-links', story.link())).body.linkId), 'reject'),
    );
    return await ask(story, merchant);
  },
  'kind-approval-starts-the-count-anew': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => unlinked(story, merchant));
    return await ask(story, merchant);
  },
  'kind-unlinking-gives-the-request-back': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => unlinked(story, merchant));
    return await ask(story, merchant);
  },
  'kind-count-starts-anew-with-another-merchant': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    await times(3, () => ask(story, one));
    await times(2, () => ask(story, other));
    return [await ask(story, one), await ask(story, other)];
  },
  'kind-lock-of-link-requests-per-merchant': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const answers = await Promise.all([1, 2, 3, 4].flatMap(() => [ask(story, one), ask(story, other)]));
    return answers.filter(([status]) => status === 201).length;
  },
  'kind-malformed-link-request-uses-its-ref': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    const wrong = told(await merchant.post('/v1/wallet-links', { ...link, expiresInMinutes: 'soon' }));
    return [wrong, told(await merchant.post('/v1/wallet-links', link))];
  },
});
