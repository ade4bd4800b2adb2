import { probes, signed } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-hooks.ts';

probes(found, {
  'blind17-revoked-when-approved': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.approved(merchant);
    await story.advance(600);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(0);
    const [approved, revoked] = hook.received.map(({ body }) => Date.parse(String(body.occurredAt)));
    return Number(revoked) - Number(approved) >= 600_000;
  },
  'blind17-resent-with-kept-signature': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return hook.received.slice(1).map((sent) => signed(sent, secret));
  },
  'blind17-payout-worker-keeps-first-secret': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.made(merchant, 'payouts', story.payout());
    await story.advance(10);
    return hook.received.map((sent) => [sent.body.event, signed(sent, secret)]);
  },
  'blind17-address-decoded': async (story) => {
    const paths: (string | undefined)[] = [];
    const hook = await story.hook((response) => {
      paths.push(response.req.url);
      response.end();
    });
    const merchant = await story.merchant();
    await story.patch(merchant, { webhookUrl: `${new URL(hook.url).origin}/shops/a%2Fb/hook?shop=1` });
    await story.paid(merchant);
    await story.advance(0);
    return paths;
  },
  'blind17-address-off-once-abandoned': async (story) => {
    const hook = await story.hook((response) => {
      response.writeHead(hook.received.at(-1)?.body.event === 'payment.failed' ? 500 : 200).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    const failed = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, failed, 'failed');
    await story.advance(DAY + 60);
    await story.paid(merchant);
    await story.advance(60);
    return hook.events().includes('payment.succeeded');
  },
  'blind17-waits-by-address': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(10);
    await story.paid(merchant);
    await story.advance(100);
    return hook.received.length;
  },
  'blind17-acknowledged-by-reference': async (story) => {
    const hook = await story.hook((response) => {
      response.writeHead(hook.received.at(-1)?.body.event === 'escrow.funded' ? 500 : 200).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(10);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(100);
    return hook.events();
  },
  'blind17-new-address-ends-retries': async (story) => {
    const refuses = await story.hook((response) => response.writeHead(404).end());
    const takes = await story.hook();
    const merchant = await story.merchant('sandbox', refuses);
    await story.paid(merchant);
    await story.advance(10);
    await story.patch(merchant, { webhookUrl: takes.url });
    await story.advance(DAY);
    return refuses.received.length + takes.received.length;
  },
  'blind17-five-latest-attempts': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(DAY);
    const [listed] = await story.deliveries(merchant);
    return [hook.received.length, listed?.attempts.length];
  },
  'blind17-list-of-money-events': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    return [hook.received.length, (await story.deliveries(merchant)).length];
  },
});
