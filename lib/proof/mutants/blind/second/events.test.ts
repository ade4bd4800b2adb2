import { probes } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind-escrow-retry-as-text': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.funded(merchant);
    await story.advance(61);
    return hook.received.map(({ headers }) => headers['content-type']);
  },
  'blind-expiry-occurred-at-creation': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const { createdAt } = await story.record(merchant, 'checkouts', checkout);
    await story.advance(86_401);
    return hook.received.map(
      ({ body }) => Date.parse(String(body.occurredAt)) - Date.parse(String(createdAt)) > 3_600_000,
    );
  },
  'blind-automatic-release-told-after-fee': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.funded(merchant, { feeAmount: 500, feeWalletId: '0000000002', autoReleaseHours: 1 });
    await story.advance(3_700);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
  'blind-owners-approval-with-masked-name': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    return hook.received.map(({ body }) => body.walletName);
  },
  'blind-live-refund-told-of-its-checkout': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('live', hook);
    await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    await story.advance(3);
    return hook.received.map(({ body }) => [body.event, body.reference]);
  },
});
