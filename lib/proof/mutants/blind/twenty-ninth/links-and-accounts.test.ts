import { probes, times, told } from '../probe.support.ts';
import { advanceToTime } from './clock.support.ts';
import { found } from './links-and-accounts.ts';

const walletId = '0000000001';

probes(found, {
  'blind29-consent-by-name': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    const link = await story.approved(merchant);
    const theirs = await story.approved(other);
    await story.owner(merchant, link, 'unlink');
    return (await other.get(`/v1/wallet-links/${theirs}`)).body.status;
  },
  'blind29-known-by-ref-and-wallet': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-1' }));
    const again = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-1', walletId: '0000000002' }));
    return [again.status, again.body.linkId === first.body.linkId];
  },
  'blind29-one-count-of-requests-for-both-environments': async (story) => {
    await story.wallet('live', walletId);
    const [live, sandbox] = [await story.merchant('live'), await story.merchant()];
    await times(3, () => story.linked(live));
    const answered: unknown[] = [];
    await times(3, async () => answered.push((await sandbox.post('/v1/wallet-links', story.link())).status));
    return answered;
  },
  'blind29-unlinking-one-closes-the-wallet': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const second = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${second}`);
    return told(await merchant.get(`/v1/wallets/${walletId}/balance`));
  },
  'blind29-one-notice-for-a-wallet': async (story) => {
    const hooks = [await story.hook(), await story.hook()];
    await advanceToTime(story, 12, 0, 10);
    for (const hook of hooks) await story.linked(await story.merchant('sandbox', hook));
    await story.advance(600);
    return hooks.map((hook) => hook.events());
  },
  'blind29-capitals-at-the-beginnings-alone': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '1234567890', 'Chidi McArthur de Souza');
    await story.approved(merchant, { walletId: '1234567890' });
    await story.advance(0);
    return hook.received.map(({ body }) => body.walletName);
  },
  'blind29-linked-merchants-see-the-name': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    return (await merchant.get(`/v1/accounts/${walletId}`)).text.includes('Okonkwo');
  },
});
