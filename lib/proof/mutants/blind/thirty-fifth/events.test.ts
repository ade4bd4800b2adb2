import { probes, signed } from '../probe.support.ts';
import { found } from './events.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind35-signature-over-halves-of-letters': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '1000000001', '𞤀𞤣𞤢𞤥𞤢 𞤔𞤢𞤤𞤮');
    await story.approved(merchant, { walletId: '1000000001' });
    await story.advance(1);
    return hook.received.map((each) => signed(each, merchant.secret));
  },
  'blind35-reference-of-digits-is-a-number': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant, { reference: '2026001' });
    await story.advance(1);
    return hook.received.map(({ body }) => body.reference);
  },
  'blind35-amount-by-way-of-naira': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ amount: 12_814 }));
    await story.advance(60);
    return hook.received.map(({ body }) => body.amountMinor);
  },
  'blind35-one-success-for-a-reference': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference, { reference }));
    await story.advance(60);
    return hook.events();
  },
  'blind35-nothing-paid-is-no-amount': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'escrows', story.escrow());
    await story.advance(DAY + 60);
    return hook.received.map(({ body }) => body.amountMinor);
  },
});
