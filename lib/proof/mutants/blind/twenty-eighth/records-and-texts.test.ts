import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './records-and-texts.ts';

probes(found, {
  'blind28-buyer-erased-after-a-month': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, checkout, 'failed');
    await story.advance(31 * DAY);
    return (await story.record(merchant, 'checkouts', checkout)).customer;
  },
  'blind28-transfer-paid-at-its-value-date': async (story) => {
    const now = Number((await story.advance(0)) / 1_000);
    await story.advance(DAY - (now % DAY) + DAY / 2);
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    const { createdAt, paidAt } = await story.record(merchant, 'checkouts', String(body.reference));
    return Date.parse(String(paidAt)) >= Date.parse(String(createdAt));
  },
  'blind28-narration-as-the-bank-has-it': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: 'n'.repeat(60) }));
    await story.advance(60);
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind28-metadata-dates-revived': async (story) => {
    const merchant = await story.merchant();
    const metadata = { delivery: '2026-03-01' };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind28-reason-without-tags': async (story) => {
    const merchant = await story.merchant();
    const reason = 'asked for <40, got >42';
    const refund = story.refund(await story.paid(merchant), { reason });
    return (await story.record(merchant, 'refunds', await story.made(merchant, 'refunds', refund))).reason;
  },
  'blind28-metadata-numbered-names-are-a-list': async (story) => {
    const merchant = await story.merchant();
    const metadata = { seats: { 0: 'A1', 1: 'A2' } };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
});
