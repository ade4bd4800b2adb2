import { probes, type Story, told } from '../probe.support.ts';
import { found } from './payouts-and-balance.ts';

/** The status of a payout a minute after its creation. */
async function settled(story: Story, recipient: Record<string, unknown>): Promise<unknown> {
  const merchant = await story.merchant();
  const reference = await story.made(merchant, 'payouts', story.payout({ recipient }));
  await story.advance(60);
  return await story.status(merchant, 'payouts', reference);
}

probes(found, {
  'blind30-narration-becomes-that-of-the-transfer': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'payouts', story.payout({ narration: 'sale '.repeat(20) }));
    await story.advance(60);
    return (await story.record(merchant, 'payouts', reference)).narration;
  },
  'blind30-failing-account-is-one-of-the-old-banks': (story) => settled(story, { ...story.failing, bankName: 'OPay' }),
  'blind30-account-of-one-digit-fails': (story) => settled(story, { ...story.failing, accountNumber: '1111111111' }),
  'blind30-equal-payouts-share-a-job': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    const second = await story.made(merchant, 'payouts', story.payout());
    await story.advance(3_600);
    return await story.status(merchant, 'payouts', second);
  },
  'blind30-banks-added-later-are-listed-alone': async (story) => {
    const merchant = await story.merchant();
    const recipient = { ...story.failing, bankName: 'PalmPay' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind30-balance-ends-at-32-bits': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 2_000_000_000 });
    await story.paid(merchant, { amount: 2_000_000_000 });
    return await story.balance(merchant);
  },
});
