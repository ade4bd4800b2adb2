import { probes, times, told } from '../probe.support.ts';
import { found } from './wire-wallets.ts';

probes(found, {
  'blind17-unknown-wallets-remembered': async (story) => {
    const merchant = await story.merchant('live');
    const before = await merchant.get('/v1/accounts/4455667788');
    await story.wallet('live', '4455667788');
    return [told(before), told(await merchant.get('/v1/accounts/4455667788'))];
  },
  'blind17-short-names-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4455667788', 'Ada Obi');
    return (await merchant.get('/v1/accounts/4455667788')).text.includes('Ada Obi');
  },
  'blind17-live-banks-as-the-provider-lists-them': async (story) => {
    const answers = [await story.merchant(), await story.merchant('live')].map((merchant) => merchant.get('/v1/banks'));
    return (await Promise.all(answers)).map(({ text }) => text.includes('"code"'));
  },
  'blind17-link-refs-without-case': async (story) => {
    const merchant = await story.merchant();
    await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-a' }));
    return told(await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-A', walletId: '0000000002' })));
  },
  'blind17-wallet-of-the-request': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    await merchant.post('/v1/wallet-links', link);
    const { body, status } = await merchant.post('/v1/wallet-links', { ...link, walletId: '0000000002' });
    return [status, body.walletId];
  },
  'blind17-repeated-ref-cancels-itself': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    const { body } = await merchant.post('/v1/wallet-links', link);
    const { status } = await merchant.post('/v1/wallet-links', link);
    return [status, (await merchant.get(`/v1/wallet-links/${body.linkId}`)).body.status];
  },
  'blind17-cancels-the-first-of-a-wallet': async (story) => {
    const merchant = await story.merchant();
    const over = await story.linked(merchant);
    await story.owner(merchant, over, 'reject');
    const older = await story.linked(merchant);
    await story.linked(merchant);
    await merchant.post(`/v1/sandbox/wallet-links/${older}/approve`);
    return (await merchant.get(`/v1/wallet-links/${older}`)).body.status === 'APPROVED';
  },
  'blind17-link-requests-of-both-environments': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    for (const environment of ['sandbox', 'live'] as const) await story.wallet(environment, '4455667788');
    await times(5, () => story.linked(sandbox, { walletId: '4455667788' }));
    return told(await live.post('/v1/wallet-links', story.link({ walletId: '4455667788' })));
  },
  'blind17-owner-unlinks-without-the-ref': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const linkRef = 'seller of order 7';
    await story.owner(merchant, await story.approved(merchant, { linkRef }), 'unlink');
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.linkRef === linkRef]);
  },
  'blind17-no-minutes-are-the-default': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: 0 })));
  },
});
