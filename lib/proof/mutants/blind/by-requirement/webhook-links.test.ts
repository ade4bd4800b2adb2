import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './webhook-links.ts';

async function shop(story: Story) {
  const hook = await story.hook();
  return { hook, merchant: await story.merchant('sandbox', hook) };
}

const state = async (by: Caller, id: string) => (await by.get(`/v1/wallet-links/${id}`)).body.status;

probes(found, {
  'kind-wallet-linked-again-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    await merchant.delete(`/v1/wallet-links/${await story.approved(merchant)}`);
    const id = await story.approved(merchant);
    await story.advance(0);
    return [hook.events().sort(), await state(merchant, id)];
  },
  'kind-owners-refusal-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const id = await story.linked(merchant);
    await story.owner(merchant, id, 'reject');
    await merchant.post(`/v1/sandbox/wallet-links/${await story.linked(merchant)}/reject`);
    await story.advance(0);
    return [hook.events().sort(), await state(merchant, id)];
  },
  'kind-second-rejection-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) await merchant.post(`/v1/sandbox/wallet-links/${await story.linked(merchant)}/reject`);
    await story.advance(0);
    return hook.events().sort();
  },
  'kind-long-requests-expire-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const id = await story.linked(merchant, { expiresInMinutes: 45 });
    await story.advance(HOUR);
    return [hook.events(), await state(merchant, id)];
  },
  'kind-asked-again-expires-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const asked = story.link();
    const { body } = await merchant.post('/v1/wallet-links', asked);
    const { status } = await merchant.post('/v1/wallet-links', asked);
    await story.advance(HOUR);
    return [status, hook.events(), await state(merchant, String(body.linkId))];
  },
  'kind-unlinked-with-held-money-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const id = await story.approved(merchant);
    await story.funded(merchant);
    await merchant.delete(`/v1/wallet-links/${id}`);
    await story.advance(0);
    return [hook.events().sort(), await state(merchant, id)];
  },
  'kind-owners-unlink-told-as-rejection': async (story) => {
    const { hook, merchant } = await shop(story);
    const id = await story.approved(merchant);
    await story.owner(merchant, id, 'unlink');
    await story.advance(0);
    return [hook.events().sort(), await state(merchant, id)];
  },
  'kind-owners-unlink-of-shared-wallet-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const id = await story.approved(merchant);
    await story.approved(await story.merchant());
    await story.owner(merchant, id, 'unlink');
    await story.advance(0);
    return [hook.events().sort(), await state(merchant, id)];
  },
});
