import { credentials, probes, times } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind3-rate-of-posts-refused-without-error': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    return Object.keys((await merchant.post('/v1/checkouts', story.checkout())).body);
  },
  'blind3-sandbox-calls-in-live-refused-as-text': async (story) => {
    const headers = credentials(await story.merchant('live'));
    const { body } = await story.ask('live', 'POST', '/v1/sandbox/wallet-links/none/approve', headers);
    return Object.keys(body);
  },
  'blind3-total-of-several-refunds-as-text': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await times(2, () => story.made(merchant, 'refunds', story.refund(checkout)));
    await story.advance(3);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind3-empty-wallet-has-null': async (story) => {
    await story.wallet('sandbox', '0000000009');
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000009' });
    return await story.available(merchant, '0000000009');
  },
  'blind3-amount-of-later-failed-refund-as-text': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    for (const reason of ['too late', 'sandbox_fail']) {
      await story.made(merchant, 'refunds', story.refund(checkout, { reason }));
      await story.advance(3);
    }
    return hook.received.map(({ body }) => `${body.event} ${typeof body.amountMinor}`).sort();
  },
});
