import { type Probe, probes, told } from '../probe.support.ts';
import { found } from './payout-requests.ts';

/** What becomes of payouts with these changes, one after the other. */
function payouts(...changes: readonly Record<string, unknown>[]): Probe {
  return async (story) => {
    const merchant = await story.merchant();
    const seen = [];
    for (const each of changes) seen.push(told(await merchant.post('/v1/payouts', story.payout(each))));
    return seen;
  };
}

function to(accountNumber: string, bankName = 'Zenith Bank') {
  return { recipient: { bankName, accountNumber, accountName: 'Ada Obi' } };
}

probes(found, {
  'kind-payouts-in-whole-naira': payouts({ amount: 10_050 }),
  'kind-wallets-have-a-minimum-of-their-own': payouts(to('0123456789'), to('0123456789', 'PalmPay')),
  'kind-payout-through-naira': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ amount: 12_814 }));
    return (await story.record(merchant, 'payouts', payout)).amount;
  },
  'kind-large-payout-wraps': payouts({ amount: 2_000_000_001 }, { amount: 2 ** 32 + 10_000 }),
  'kind-payout-amount-in-a-list': payouts({ amount: [10_000] }),
  'kind-narration-measured-by-its-lines': payouts(
    { narration: 'n'.repeat(101) },
    { narration: `${'n'.repeat(50)}\n${'n'.repeat(50)}` },
  ),
  'kind-narration-of-255-bytes': payouts({ narration: 'é'.repeat(100) }, { narration: '₦'.repeat(100) }),
  'kind-account-number-without-its-separators': payouts(to('0123 456-789'), to('0123-456-78')),
  'kind-short-numbers-of-wallets': payouts(to('012345678'), to('012345678', 'OPay')),
  'kind-only-banks-with-three-digits': payouts(to('0123456789'), to('0123456789', 'Kuda Microfinance Bank')),
  'kind-payout-in-a-text': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/payouts', JSON.stringify(JSON.stringify(story.payout()))));
  },
  'kind-payout-less-the-stamp-duty': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ amount: 1_000_000 }));
    return (await story.record(merchant, 'payouts', payout)).amount;
  },
  'kind-long-narration-cut-between-words': payouts(
    { narration: 'n'.repeat(101) },
    { narration: `${'n'.repeat(50)} ${'n'.repeat(50)}` },
  ),
});
