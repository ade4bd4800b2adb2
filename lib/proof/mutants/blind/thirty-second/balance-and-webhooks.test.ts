import { probes, type Story, signed } from '../probe.support.ts';
import { found } from './balance-and-webhooks.ts';

const DAY = 24 * 3_600;

async function lostAmount(story: Story, amount: number) {
  const hook = await story.hook();
  const merchant = await story.merchant('sandbox', hook);
  await story.made(merchant, 'payouts', story.payout({ amount }));
  await story.advance(60);
  return hook.received.map(({ body }) => body.amountMinor);
}

probes(found, {
  'blind32-transfers-are-available-tomorrow': async (story) => {
    const merchant = await story.merchant();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout())).body;
    await story.send(checkoutUrl, { method: 'transfer' });
    return story.balance(merchant);
  },
  'blind32-balance-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 5_050 });
    return story.balance(merchant);
  },
  'blind32-closed-months-stay-closed': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(31 * DAY);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(60);
    return story.balance(merchant);
  },
  'blind32-slashes-are-escaped-for-the-signature': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant, { linkRef: 'shop/seller' });
    await story.advance(1);
    return hook.received.map((each) => signed(each, merchant.secret));
  },
  'blind32-events-of-a-reference-in-turn': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(70);
    return hook.events().sort();
  },
  'blind32-resent-with-the-secret-of-the-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    const secret = await story.rotate(merchant);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(1);
    return hook.received.slice(1).map((each) => signed(each, secret));
  },
  'blind32-address-is-decoded': async (story) => {
    const paths: (string | undefined)[] = [];
    const hook = await story.hook((response) => {
      paths.push(response.req.url);
      response.end();
    });
    const merchant = await story.merchant();
    await story.patch(merchant, { webhookUrl: `${new URL(hook.url).origin}/hooks/a%2Fb` });
    await story.paid(merchant);
    await story.advance(1);
    return paths;
  },
  'blind32-a-kobo-is-lost-in-naira': (story) => lostAmount(story, 12_814),
});
