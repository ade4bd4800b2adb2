import { probes, told } from '../probe.support.ts';
import { found } from './wallet-balances.ts';

const BALANCE = '/v1/wallets/0000000001/balance';

probes(found, {
  'kind-balances-in-four-bytes': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '7000000001', 'Ngozi Eze', 123_456_789);
    await story.approved(merchant, { walletId: '7000000001' });
    return await story.available(merchant, '7000000001');
  },
  'kind-expired-link-leaves-no-wallet': async (story) => {
    const merchant = await story.merchant();
    await story.linked(merchant);
    await story.advance(301);
    return told(await merchant.get(BALANCE));
  },
  'kind-late-approval-opens-the-balance': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.advance(301);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return [(await merchant.get(`/v1/wallet-links/${link}`)).body.status, told(await merchant.get(BALANCE))];
  },
  'kind-refused-decision-ends-the-permission': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/reject`);
    const soon = told(await merchant.get(BALANCE));
    await story.advance(3_600);
    return [soon, told(await merchant.get(BALANCE))];
  },
});
