import { probes, told } from '../probe.support.ts';
import { found } from './link-requests.ts';

probes(found, {
  'kind-short-wallet-ids-filled-up': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', story.link({ walletId: '1' })));
  },
  'kind-last-ten-digits-of-a-wallet-id': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', story.link({ walletId: '2340000000001' })));
  },
  'kind-live-owners-get-ten-minutes': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '7000000001');
    return told(await merchant.post('/v1/wallet-links', story.link({ walletId: '7000000001' })));
  },
  'kind-owner-of-two-requests-gets-ten-minutes': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    await story.linked(one);
    return told(await other.post('/v1/wallet-links', story.link({ expiresInMinutes: 5 })));
  },
  'kind-shorter-once-declined': async (story) => {
    const merchant = await story.merchant();
    await story.owner(merchant, await story.linked(merchant), 'reject');
    return told(await merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: 60 })));
  },
  'kind-no-minutes-mean-the-longest': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: 0 })));
  },
  'kind-minutes-without-their-sign': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: -10 })));
  },
  'kind-link-within-the-hour-of-its-count': async (story) => {
    const merchant = await story.merchant();
    const ask = () => merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: 60 }));
    const first = told(await ask());
    await story.advance(60);
    return [first, told(await ask())];
  },
  'kind-more-than-a-day-is-the-longest': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', story.link({ expiresInMinutes: 100_000 })));
  },
  'kind-approved-before-is-approved-again': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const { status, body } = await merchant.post('/v1/wallet-links', story.link());
    return [status, body.status, (await merchant.get(`/v1/wallet-links/${body.linkId}`)).body.status];
  },
  'kind-link-requests-answered-together': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/wallet-links', link)));
    return [answers.map(told).sort(), new Set(answers.map(({ body }) => body.linkId)).size];
  },
  'kind-request-cancels-by-ref': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const link = await story.linked(one, { linkRef: 'shared' });
    await story.linked(other, { linkRef: 'shared', walletId: '0000000002' });
    return (await one.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'kind-approval-written-by-ref': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const link = await story.linked(one, { linkRef: 'shared' });
    await story.approved(other, { linkRef: 'shared', walletId: '0000000002' });
    return (await one.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'kind-read-from-a-copy-that-lags': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    return told(await merchant.get(`/v1/wallet-links/${link}`));
  },
});
