import { probes, times } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind3-event-id-from-kind-and-reference': async (story) => {
    const hook = await story.hook();
    for (const merchant of [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)])
      await story.made(merchant, 'payouts', story.payout({ reference: 'salary-1' }));
    await story.advance(6);
    return new Set(hook.received.map(({ body }) => body.id)).size;
  },
  'blind3-revoked-when-it-was-approved': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.approved(merchant);
    await story.advance(3_600);
    await story.owner(merchant, link, 'unlink');
    await story.advance(0);
    const [first, last] = hook.received.map(({ body }) => Date.parse(String(body.occurredAt)));
    return Number(last) - Number(first) > 3_000_000;
  },
  'blind3-partly-refunded-dispute-told-with-remainder': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(0);
    return hook.received.map(({ body }) => `${body.event} ${body.amountMinor}`).sort();
  },
  'blind3-ten-expiries-told-at-once': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await times(12, () => story.made(merchant, 'checkouts', story.checkout()));
    await story.advance(86_500);
    return hook.events();
  },
  'blind3-failed-payment-by-reference-up-to-colon': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.made(merchant, 'checkouts', story.checkout({ reference: 'shop:order:1' }));
    await story.settle(merchant, reference, 'failed');
    await story.advance(0);
    return hook.received.map(({ body }) => body.reference);
  },
});
