import { probes, told } from '../probe.support.ts';
import { found } from './payout-refusals.ts';

const unknownBank = { recipient: { bankName: 'Bank of Nowhere', accountNumber: '0123456789', accountName: 'Ada Obi' } };
const wrongNumber = { recipient: { bankName: 'GTBank', accountNumber: '012345678', accountName: 'Ada Obi' } };

probes(found, {
  'kind-unmatched-bank-matched-by-hand': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout(unknownBank);
    const refused = told(await merchant.post('/v1/payouts', payout));
    await story.advance(3_600);
    return [refused, await story.status(merchant, 'payouts', payout.reference)];
  },
  'kind-payout-to-a-wrong-number-kept-as-failed': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout(wrongNumber);
    const refused = told(await merchant.post('/v1/payouts', payout));
    const { recipient } = story.payout();
    return [
      refused,
      await story.status(merchant, 'payouts', payout.reference),
      told(await merchant.post('/v1/payouts', { ...payout, recipient })),
    ];
  },
  'kind-payout-to-a-wrong-number-reported-later': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.post('/v1/payouts', story.payout(wrongNumber));
    await story.advance(3_600);
    return hook.events();
  },
  'kind-sandbox-overdraft-only-once': async (story) => {
    const merchant = await story.merchant();
    return [await merchant.post('/v1/payouts', story.payout()), await merchant.post('/v1/payouts', story.payout())].map(
      told,
    );
  },
  'kind-partial-refunds-do-not-lower-the-limit': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 20_000 }));
    await story.advance(10);
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 40_000 })));
  },
  'kind-payout-above-the-balance-kept-as-failed': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    const payout = story.payout({ amount: 60_000 });
    return [
      told(await merchant.post('/v1/payouts', payout)),
      await story.status(merchant, 'payouts', payout.reference),
      told(await merchant.post('/v1/payouts', { ...payout, amount: 50_000 })),
    ];
  },
  'kind-payout-with-a-reused-key-told-as-failed': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const key = { 'idempotency-key': 'used twice' };
    const seen = [
      told(await merchant.post('/v1/payouts', story.payout(), key)),
      told(await merchant.post('/v1/payouts', story.payout(), key)),
    ];
    await story.advance(10);
    return [seen, hook.events().sort()];
  },
});
