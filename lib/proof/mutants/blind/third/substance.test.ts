import { probes, told } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind3-listed-bank-not-matched': async (story) => {
    const merchant = await story.merchant();
    const { banks } = (await merchant.get('/v1/banks')).body as { banks: { name: string }[] };
    const recipient = { bankName: banks.at(-1)?.name, accountNumber: '0123456789', accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind3-short-names-not-masked': async (story) => {
    await story.wallet('sandbox', '0000000009', 'Ada Obi');
    return (await (await story.merchant()).get('/v1/accounts/0000000009')).text.includes('Ada Obi');
  },
  'blind3-retry-created-with-the-first': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const first = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(3_600);
    const second = await story.made(merchant, 'refunds', story.refund(checkout));
    const [before, after] = [
      await story.record(merchant, 'refunds', first),
      await story.record(merchant, 'refunds', second),
    ];
    return before.createdAt === after.createdAt;
  },
  'blind3-opened-checkout-abandoned': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.page(body.checkoutUrl);
    await story.advance(86_500);
    return (await story.record(merchant, 'checkouts', checkout.reference)).failureReason;
  },
  'blind3-full-refund-is-not-forced-to-fail': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { amount: 5_000, reason: 'sandbox_fail' });
    await story.made(merchant, 'refunds', refund);
    await story.advance(3);
    return await story.status(merchant, 'refunds', refund.reference);
  },
});
