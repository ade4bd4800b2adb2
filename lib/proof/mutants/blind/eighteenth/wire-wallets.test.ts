import { pause } from '../../steps.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './wire-wallets.ts';

probes(found, {
  'blind18-newer-cancels-by-holder': async (story) => {
    const merchant = await story.merchant();
    for (const walletId of ['4455667788', '4455667799']) await story.wallet('sandbox', walletId, 'Ngozi Eze');
    const older = await story.linked(merchant, { walletId: '4455667788' });
    await story.linked(merchant, { walletId: '4455667799' });
    return (await merchant.get(`/v1/wallet-links/${older}`)).body.status;
  },
  'blind18-approval-of-the-wallets-latest': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const link = await story.linked(one);
    await pause(5);
    const later = await story.linked(other);
    await one.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return [
      (await one.get(`/v1/wallet-links/${link}`)).body.status,
      (await other.get(`/v1/wallet-links/${later}`)).body.status,
    ];
  },
  'blind18-pending-cached-until-its-end': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await merchant.get(`/v1/wallet-links/${link}`);
    await story.owner(merchant, link, 'approve');
    await story.advance(60);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind18-accounts-lose-their-zeros': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '0455667788');
    return told(await merchant.get('/v1/accounts/0455667788'));
  },
});
