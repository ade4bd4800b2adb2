import type { Caller } from '../../../reference/testing.ts';
import { probes } from '../probe.support.ts';
import { found } from './link-ends.ts';

const statusOf = async (merchant: Caller, link: string) => (await merchant.get(`/v1/wallet-links/${link}`)).body.status;

probes(found, {
  'kind-approved-in-the-last-minute-expires': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.advance(270);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    await story.advance(60);
    return await statusOf(merchant, link);
  },
  'kind-refused-balance-reminds-the-owner': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.advance(120);
    await merchant.get('/v1/wallets/0000000001/balance');
    await story.advance(200);
    return await statusOf(merchant, link);
  },
  'kind-declined-with-all-that-is-undecided': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.advance(301);
    await story.owner(merchant, await story.linked(merchant), 'reject');
    return await statusOf(merchant, link);
  },
  'kind-revoked-counts-as-undecided': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(301);
    return await statusOf(merchant, link);
  },
  'kind-ref-of-an-expired-link-asks-again': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant, { linkRef: 'again' });
    await story.advance(301);
    await merchant.post('/v1/wallet-links', story.link({ linkRef: 'again' }));
    return await statusOf(merchant, link);
  },
  'kind-unused-approval-is-taken-back': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.advance(3_600);
    return await statusOf(merchant, link);
  },
  'kind-older-request-comes-back': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.owner(merchant, await story.linked(merchant), 'reject');
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return await statusOf(merchant, link);
  },
  'kind-approved-with-what-it-replaced': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.approved(merchant);
    return await statusOf(merchant, link);
  },
  'kind-event-queued-before-the-state-is-written': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.linked(merchant);
    await Promise.all(
      ['approve', 'reject'].map((decision) => merchant.post(`/v1/sandbox/wallet-links/${link}/${decision}`)),
    );
    await story.advance(1);
    return hook.received.length;
  },
  'kind-unlinking-revokes-earlier-declines': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.owner(merchant, link, 'reject');
    await merchant.delete(`/v1/wallet-links/${await story.approved(merchant)}`);
    return await statusOf(merchant, link);
  },
  'kind-rejected-is-told-as-expired-later': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.owner(merchant, await story.linked(merchant), 'reject');
    await story.advance(301);
    return hook.events();
  },
});
