import { probes, told } from '../probe.support.ts';
import { found } from './wire-links.ts';

probes(found, {
  'blind26-old-request-cancels-the-newer-one': async (story) => {
    const merchant = await story.merchant();
    const older = story.link();
    await merchant.post('/v1/wallet-links', older);
    const newer = await story.linked(merchant);
    await merchant.post('/v1/wallet-links', older);
    return (await merchant.get(`/v1/wallet-links/${newer}`)).body.status;
  },
  'blind26-access-is-a-flag-of-the-wallet': async (story) => {
    const merchant = await story.merchant();
    const older = await story.approved(merchant);
    const newer = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${older}`);
    const { body } = await merchant.get(`/v1/wallet-links/${newer}`);
    return [body.status, told(await merchant.get('/v1/wallets/0000000001/balance'))];
  },
});
