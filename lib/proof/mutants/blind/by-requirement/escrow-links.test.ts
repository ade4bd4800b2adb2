import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrow-links.ts';

const requiring = async (story: Story): Promise<Caller> => {
  const merchant = await story.merchant();
  await story.patch(merchant, { requireLinkedWallets: true });
  return merchant;
};

const asked = async (story: Story, merchant: Caller) => told(await merchant.post('/v1/escrows', story.escrow()));

probes(found, {
  'kind-unlinked-by-its-owner-for-good': async (story) => {
    const merchant = await requiring(story);
    await merchant.delete(`/v1/wallet-links/${await story.approved(merchant)}`);
    const link = await story.approved(merchant);
    const first = await asked(story, merchant);
    await story.owner(merchant, link, 'unlink');
    await story.approved(merchant);
    return [first, await asked(story, merchant)];
  },
  'kind-unlinked-wallet-refused-for-an-hour': async (story) => {
    const merchant = await requiring(story);
    await merchant.delete(`/v1/wallet-links/${await story.approved(merchant)}`);
    await story.approved(merchant);
    return await asked(story, merchant);
  },
  'kind-approved-link-counts-until-it-would-expire': async (story) => {
    const merchant = await requiring(story);
    await story.approved(merchant);
    const first = await asked(story, merchant);
    await story.advance(600);
    return [first, await asked(story, merchant)];
  },
  'kind-linked-wallet-of-two-merchants': async (story) => {
    const merchant = await requiring(story);
    await story.approved(merchant);
    const first = await asked(story, merchant);
    await story.approved(await story.merchant());
    return [first, await asked(story, merchant)];
  },
});
