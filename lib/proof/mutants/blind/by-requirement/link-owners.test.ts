import type { Caller } from '../../../reference/testing.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './link-owners.ts';

const statusOf = async (merchant: Caller, link: string) => (await merchant.get(`/v1/wallet-links/${link}`)).body.status;

probes(found, {
  'kind-owner-decides-the-oldest-request': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const [first, second] = [await story.linked(one), await story.linked(other)];
    await story.owner(other, second, 'approve');
    return [await statusOf(one, first), await statusOf(other, second)];
  },
  'kind-owner-unlinks-what-he-signed': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    await story.owner(merchant, link, 'unlink');
    return await statusOf(merchant, link);
  },
  'kind-call-approves-what-the-owner-declined': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.owner(merchant, link, 'reject');
    const tried = told(await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`));
    return [tried, await statusOf(merchant, link)];
  },
  'kind-owner-unlinks-an-expired-link': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.advance(301);
    await story.owner(merchant, link, 'unlink');
    return await statusOf(merchant, link);
  },
});
