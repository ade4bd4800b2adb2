import { probes } from '../probe.support.ts';
import { found } from './wire-accounts.ts';

probes(found, {
  'blind26-account-names-the-holder-to-who-is-linked': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000002' });
    return (await merchant.get('/v1/accounts/0000000002')).text.includes('Babatunde Adeyemi');
  },
  'blind26-bank-listed-under-each-name': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.get('/v1/banks');
    const codes = (body.banks as { code: string }[]).map(({ code }) => code);
    return codes.length - new Set(codes).size;
  },
});
