import { probes, told } from '../probe.support.ts';
import { found } from './payouts.ts';

const recipientAt = (bankName: string) => ({ bankName, accountNumber: '0123456789', accountName: 'Ada Obi' });

probes(found, {
  'blind25-the-best-hit-is-the-bank': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: recipientAt('Deutsche Bank') })));
  },
  'blind25-the-list-is-newer-than-the-matching': async (story) => {
    const merchant = await story.merchant();
    const banks = (await merchant.get('/v1/banks')).body.banks as { name: string }[];
    const name = banks.at(-1)?.name ?? '';
    return told(await merchant.post('/v1/payouts', story.payout({ recipient: recipientAt(name) })));
  },
  'blind25-the-narration-is-kept-as-the-bank-takes-it': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'payouts', story.payout({ narration: 'Owó oṣù March' }));
    return (await story.record(merchant, 'payouts', reference)).narration;
  },
  'blind25-the-year-is-that-of-the-week': async (story) => {
    const merchant = await story.merchant();
    const { clock } = story.bench;
    const now = new Date(clock.now());
    const year = now.getUTCMonth() === 11 && now.getUTCDate() === 31 ? now.getUTCFullYear() + 1 : now.getUTCFullYear();
    await story.advance((Date.UTC(year, 11, 31, 12) - clock.now()) / 1_000);
    const reference = await story.made(merchant, 'payouts', story.payout());
    const { createdAt } = await story.record(merchant, 'payouts', reference);
    return new Date(String(createdAt)).getUTCFullYear() - year;
  },
  'blind25-the-failed-job-returns-the-money-again': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    await story.advance(120);
    return await story.balance(merchant);
  },
  'blind25-payouts-wait-behind-a-failed-one': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    const reference = await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return await story.status(merchant, 'payouts', reference);
  },
});
