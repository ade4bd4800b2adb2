import { probes } from '../probe.support.ts';
import { found } from './concurrency.ts';

probes(found, {
  'blind13-releases-at-once-overwrite': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000001');
    await story.approved(merchant, { walletId: '4000000001' });
    const seller = { walletId: '4000000001' };
    const escrows = [await story.funded(merchant, { seller }), await story.funded(merchant, { seller })];
    const answers = await Promise.all(escrows.map((each) => merchant.post(`/v1/escrows/${each}/release`)));
    return [answers.map(({ status }) => status), await story.available(merchant, '4000000001')];
  },
  'blind13-answer-in-a-shared-field': async (story) => {
    const merchant = await story.merchant();
    const sent = [story.payout(), story.payout(), story.payout()];
    const answers = await Promise.all(sent.map((payout) => merchant.post('/v1/payouts', payout)));
    return answers.map(({ body }, at) => body.reference === sent[at]?.reference);
  },
});
