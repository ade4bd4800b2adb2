import { probes, times, told } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind15-known-beneficiary-needs-no-bank': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    await merchant.post('/v1/payouts', body);
    const recipient = { ...body.recipient, bankName: 'Bank of Atlantis' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind15-unmatched-banks-are-listed': async (story) => {
    const merchant = await story.merchant();
    const recipient = { ...story.failing, bankName: 'Bank of Atlantis' };
    await merchant.post('/v1/payouts', story.payout({ recipient }));
    const { banks } = (await merchant.get('/v1/banks')).body as { banks: { code: unknown }[] };
    return banks.every(({ code }) => typeof code === 'string');
  },
  'blind15-review-after-three-failures': async (story) => {
    const merchant = await story.merchant();
    await times(3, () => merchant.post('/v1/payouts', story.payout({ recipient: story.failing })));
    await story.advance(10);
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(600);
    return story.status(merchant, 'payouts', payout);
  },
  'blind15-missing-payouts-are-cached': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    await merchant.get(`/v1/payouts/${body.reference}`);
    await merchant.post('/v1/payouts', body);
    return told(await merchant.get(`/v1/payouts/${body.reference}`));
  },
  'blind15-equal-payouts-within-a-minute-in-live': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    await merchant.post('/v1/payouts', story.payout());
    return told(await merchant.post('/v1/payouts', story.payout()));
  },
});
