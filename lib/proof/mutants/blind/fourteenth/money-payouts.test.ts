import { probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-payouts.ts';

const recipient = { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Ada Obi' };

probes(found, {
  'blind14-one-digit-ten-times-is-no-account': async (story) => {
    const merchant = await story.merchant();
    const to = { ...recipient, accountNumber: '1111111111' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: to }));
    await story.advance(10);
    return story.status(merchant, 'payouts', payout);
  },
  'blind14-references-unique-within-a-month': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'payouts', story.payout());
    await story.advance(32 * DAY);
    return told(await merchant.post('/v1/payouts', story.payout({ reference })));
  },
  'blind14-holders-named-in-ascii': async (story) => {
    const merchant = await story.merchant();
    const to = { ...recipient, accountName: 'Adébáyọ̀ Ọláìyá' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: to })));
  },
  'blind14-digits-of-any-script': async (story) => {
    const merchant = await story.merchant();
    const to = { ...recipient, accountNumber: '٠١٢٣٤٥٦٧٨٩' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: to })));
  },
  'blind14-absence-is-cached': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await merchant.get(`/v1/payouts/${payout.reference}`);
    await merchant.post('/v1/payouts', payout);
    return told(await merchant.get(`/v1/payouts/${payout.reference}`));
  },
  'blind14-narration-cut-at-four-bytes': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: 'Thanks 🎉 for May' }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind14-live-banks-matched-by-the-provider': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    const to = { ...recipient, bankName: 'Bank of Atlantis' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: to })));
  },
  'blind14-live-banks-never-seeded': async (story) => {
    const merchant = await story.merchant('live');
    return (await merchant.get('/v1/banks')).text.includes('"code"');
  },
});
