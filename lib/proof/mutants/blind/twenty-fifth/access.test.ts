import { probes, told } from '../probe.support.ts';
import { found } from './access.ts';

probes(found, {
  'blind25-two-letters-of-each-word-are-shown': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '2000000001', 'Bo Li');
    return (await merchant.get('/v1/accounts/2000000001')).body.walletName;
  },
  'blind25-the-sandbox-wallets-are-seeded-in-live': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind25-the-framework-answers-what-it-cannot-decode': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.get('/v1/checkouts/100%'));
  },
  'blind25-the-gateway-remembers-what-is-not-there': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.get(`/v1/checkouts/${body.reference}`);
    await story.made(merchant, 'checkouts', body);
    return (await merchant.get(`/v1/checkouts/${body.reference}`)).status;
  },
  'blind25-the-gateway-limits-connections-of-a-key': async (story) => {
    const merchant = await story.merchant();
    const answers = await Promise.all(Array.from({ length: 100 }, () => merchant.get('/v1/banks')));
    return answers.some(({ status }) => status === 429);
  },
  'blind25-requests-are-counted-in-batches': async (story) => {
    const merchant = await story.merchant();
    const answers = await Promise.all(Array.from({ length: 240 }, () => merchant.get('/v1/banks')));
    return answers.filter(({ status }) => status === 200).length > 120;
  },
});
