import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind8-recipient-as-json-text': async (story) => {
    const merchant = await story.merchant();
    const { recipient } = story.payout();
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: JSON.stringify(recipient) })));
  },
});
