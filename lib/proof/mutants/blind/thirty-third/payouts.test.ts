import { probes, times, told } from '../probe.support.ts';
import { found } from './payouts.ts';

probes(found, {
  'blind33-bank-is-taken-for-down': async (story) => {
    const merchant = await story.merchant();
    await times(3, () => story.made(merchant, 'payouts', story.payout({ recipient: story.failing })));
    await story.advance(10);
    const reference = await story.made(merchant, 'payouts', story.payout());
    await story.advance(10);
    return story.status(merchant, 'payouts', reference);
  },
  'blind33-narration-saved-with-the-account': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ narration: 'March' }));
    const reference = await story.made(merchant, 'payouts', story.payout());
    return (await story.record(merchant, 'payouts', reference)).narration;
  },
  'blind33-failed-payout-can-be-corrected': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout({ recipient: story.failing });
    await story.made(merchant, 'payouts', body);
    await story.advance(10);
    const recipient = { ...story.failing, accountNumber: '0123456789' };
    return told(await merchant.post('/v1/payouts', { ...body, recipient }));
  },
  'blind33-sixth-of-a-minute-is-reviewed': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => story.made(merchant, 'payouts', story.payout()));
    const reference = await story.made(merchant, 'payouts', story.payout());
    await story.advance(120);
    return story.status(merchant, 'payouts', reference);
  },
  'blind33-one-entry-for-each-reference': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant, { amount: 20_000 });
    await story.made(merchant, 'payouts', story.payout({ reference }));
    await story.advance(10);
    return story.balance(merchant);
  },
});
