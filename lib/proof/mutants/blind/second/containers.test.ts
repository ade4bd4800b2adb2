import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind-link-request-in-a-list': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/wallet-links', [story.link()]));
  },
  'blind-escrow-metadata-as-json-text': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ metadata: '{"order":1}' })));
  },
  'blind-recipient-in-a-list': async (story) => {
    const merchant = await story.merchant();
    const { recipient } = story.payout();
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: [recipient] })));
  },
  'blind-reason-in-a-list': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/refunds', story.refund(await story.paid(merchant), { reason: ['late'] })));
  },
  'blind-conditions-as-list': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ conditions: ['sealed', 'on time'] })));
  },
});
