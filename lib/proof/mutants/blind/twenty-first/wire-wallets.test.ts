import { probes, times, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-wallets.ts';

probes(found, {
  'blind21-account-checks-behind-a-shield': async (story) => {
    const merchant = await story.merchant();
    await times(20, () => merchant.get('/v1/accounts/0000000001'));
    return (await merchant.get('/v1/accounts/0000000002')).status;
  },
  'blind21-owner-is-asked-one-thing-at-a-time': async (story) => {
    await story.linked(await story.merchant());
    const other = await story.merchant();
    return told(await other.post('/v1/wallet-links', story.link()));
  },
  'blind21-bank-list-loaded-behind-itself': async (story) => {
    const merchant = await story.merchant();
    await merchant.get('/v1/banks');
    await story.advance(DAY + 60);
    const { banks } = (await merchant.get('/v1/banks')).body as { banks: { code: string }[] };
    return banks.length - new Set(banks.map(({ code }) => code)).size;
  },
});
