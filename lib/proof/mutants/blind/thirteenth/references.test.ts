import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind13-firewall-reads-references': async (story) => {
    const merchant = await story.merchant();
    const references = ['order--7', 'order..7', 'order-.7'];
    const answers = references.map((reference) => merchant.post('/v1/checkouts', story.checkout({ reference })));
    return (await Promise.all(answers)).map(told);
  },
  'blind13-payment-reference-without-case': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { reference: 'order-1' });
    return told(await merchant.post('/v1/refunds', story.refund('ORDER-1')));
  },
});
