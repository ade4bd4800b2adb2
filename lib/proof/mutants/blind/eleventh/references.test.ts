import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind11-payout-read-by-its-id': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/payouts', story.payout());
    return told(await merchant.get(`/v1/payouts/${body.id}`)).slice(0, 1);
  },
  'blind11-link-refs-by-fifty-characters': async (story) => {
    const merchant = await story.merchant();
    const linkRef = (end: string) => `seller-${'0'.repeat(50)}-${end}`;
    await story.linked(merchant, { linkRef: linkRef('1') });
    const { status, body } = await merchant.post('/v1/wallet-links', story.link({ linkRef: linkRef('2') }));
    return [status, body.linkRef];
  },
});
