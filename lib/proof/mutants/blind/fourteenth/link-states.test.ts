import { probes, told } from '../probe.support.ts';
import { found } from './link-states.ts';

const wallet = { walletId: '9000000001' };

probes(found, {
  'blind14-link-ref-together-with-wallet': async (story) => {
    const merchant = await story.merchant();
    const sent = story.link();
    const { linkId } = (await merchant.post('/v1/wallet-links', sent)).body;
    const other = await merchant.post('/v1/wallet-links', { ...sent, walletId: '0000000002' });
    return [other.status, other.body.linkId === linkId];
  },
  'blind14-link-ref-by-its-first-64': async (story) => {
    const merchant = await story.merchant();
    const linkRef = 'market.example/sellers/'.padEnd(70, '0');
    await story.linked(merchant, { linkRef: `${linkRef}1` });
    const other = await merchant.post(
      '/v1/wallet-links',
      story.link({ linkRef: `${linkRef}2`, walletId: '0000000002' }),
    );
    return [other.status, other.body.linkRef];
  },
  'blind14-repeated-link-request-cancels-itself': async (story) => {
    const merchant = await story.merchant();
    const sent = story.link();
    const { linkId } = (await merchant.post('/v1/wallet-links', sent)).body;
    const again = await merchant.post('/v1/wallet-links', sent);
    return [again.status, (await merchant.get(`/v1/wallet-links/${linkId}`)).body.status];
  },
  'blind14-link-requests-counted-over-both-environments': async (story) => {
    await story.wallet('sandbox', '9000000001');
    await story.wallet('live', '9000000001');
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    for (let made = 0; made < 5; made++) await story.linked(sandbox, wallet);
    return (await live.post('/v1/wallet-links', story.link(wallet))).status;
  },
  'blind14-delete-revokes-all-of-the-wallet': async (story) => {
    const merchant = await story.merchant();
    const [one, other] = [await story.approved(merchant), await story.approved(merchant)];
    await merchant.delete(`/v1/wallet-links/${other}`);
    return (await merchant.get(`/v1/wallet-links/${one}`)).body.status;
  },
  'blind14-known-ref-with-the-registered-name': async (story) => {
    const merchant = await story.merchant();
    const sent = story.link();
    const { linkId, walletName } = (await merchant.post('/v1/wallet-links', sent)).body;
    await story.owner(merchant, String(linkId), 'approve');
    return (await merchant.post('/v1/wallet-links', sent)).body.walletName === walletName;
  },
  'blind14-link-ends-when-asked-for': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.linked(merchant);
    await story.advance(360);
    return hook.events();
  },
  'blind14-open-balance-remembered': async (story) => {
    const merchant = await story.merchant();
    const id = await story.approved(merchant);
    const before = await merchant.get('/v1/wallets/0000000001/balance');
    await story.owner(merchant, id, 'unlink');
    return [before.status, told(await merchant.get('/v1/wallets/0000000001/balance'))];
  },
  'blind14-live-expiry-in-lagos-time': async (story) => {
    await story.wallet('live', '9000000001');
    const merchant = await story.merchant('live');
    const { expiresAt } = (await merchant.post('/v1/wallet-links', story.link(wallet))).body;
    return Math.round((Date.parse(String(expiresAt)) - story.bench.clock.now()) / 60_000);
  },
  'blind14-owner-approval-tells-the-masked-name': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    return hook.received[0]?.body.walletName;
  },
});
