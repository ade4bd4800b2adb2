import { probes, type Story } from '../probe.support.ts';
import { found } from './round-trips.ts';

const metadata = (value: unknown) => async (story: Story) => {
  const merchant = await story.merchant();
  const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata: value }));
  return (await story.record(merchant, 'checkouts', reference)).metadata;
};

probes(found, {
  'blind3-empty-texts-in-metadata-are-null': metadata({ note: '', lines: ['', 'a'] }),
  'blind3-blanks-in-narration-folded': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'payouts', story.payout({ narration: 'May  and  June' }));
    return (await story.record(merchant, 'payouts', reference)).narration;
  },
  'blind3-email-without-tag': async (story) => {
    const merchant = await story.merchant();
    const customer = { email: 'ada+shop@example.com' };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ customer }));
    return (await story.record(merchant, 'checkouts', reference)).customer;
  },
  'blind3-backslashes-in-reason-lost': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { reason: 'see C:\\orders\\7' });
    return (await story.record(merchant, 'refunds', await story.made(merchant, 'refunds', refund))).reason;
  },
  'blind3-metadata-of-four-levels': metadata({ a: { b: { c: { d: { e: 1 } } } } }),
});
