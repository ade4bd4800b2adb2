import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, times, told } from '../probe.support.ts';
import { found } from './links-and-accounts.ts';

async function linkStatus(by: Caller, linkId: unknown): Promise<unknown> {
  return (await by.get(`/v1/wallet-links/${linkId}`)).body.status;
}

const asks = (story: Story, by: Caller, changes = {}) => by.post('/v1/wallet-links', story.link(changes));

probes(found, {
  'blind30-link-ref-in-another-case-is-the-same': async (story) => {
    const merchant = await story.merchant();
    await asks(story, merchant, { linkRef: 'Seller-A' });
    return (await asks(story, merchant, { linkRef: 'Seller-a', walletId: '0000000002' })).status;
  },
  'blind30-link-ref-is-known-with-its-wallet-alone': async (story) => {
    const merchant = await story.merchant();
    await asks(story, merchant, { linkRef: 'seller' });
    return (await asks(story, merchant, { linkRef: 'seller', walletId: '0000000002' })).status;
  },
  'blind30-consent-to-the-balance-lapses': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.advance(100 * 86_400);
    return [await linkStatus(merchant, link), (await merchant.get('/v1/wallets/0000000001/balance')).status];
  },
  'blind30-requests-at-once-do-not-see-each-other': async (story) => {
    const merchant = await story.merchant();
    const both = await Promise.all([asks(story, merchant), asks(story, merchant)]);
    const statuses = await Promise.all(both.map(({ body }) => linkStatus(merchant, body.linkId)));
    return statuses.sort();
  },
  'blind30-link-requests-are-counted-over-both-environments': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    await story.wallet('live', '0000000001');
    await times(3, () => story.linked(live));
    await times(2, () => story.linked(sandbox));
    return told(await asks(story, sandbox));
  },
  'blind30-name-in-the-event-is-escaped': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    await story.wallet('sandbox', '7000000001', "Chidi O'Neil");
    await story.approved(merchant, { walletId: '7000000001' });
    return (await story.deliveries(merchant)).map(({ payload }) => JSON.parse(payload).walletName);
  },
  'blind30-short-names-are-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '7000000001', 'Ada Obi');
    return (await merchant.get('/v1/accounts/7000000001')).text.includes('Ada Obi');
  },
});
