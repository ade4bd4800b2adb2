import { observation, summary } from '../../../lib/interface/index.ts';
import { isReplay, keyOf, repeatableCheckout } from '../support.ts';

observation('idempotency.too-long-answer', async ({ merchant, data }) => {
  const answer = await merchant.createCheckout({}, { idempotencyKey: keyOf(256, data.reference('key')) });
  return summary(answer);
});

observation('idempotency.missing-key', async ({ merchant }) =>
  summary(await merchant.createCheckout({}, { idempotencyKey: null })),
);

observation('idempotency.key-on-wallet-links', async ({ merchant, wallets }) =>
  wallets.withLinkable(1, async (wallet) =>
    summary(await wallets.createLink(merchant, wallet, {}, { idempotencyKey: null })),
  ),
);

observation('idempotency.key-on-sandbox-decisions', async ({ merchant, wallets }) =>
  wallets.withLinkable(2, async (wallet) => {
    const withoutKey = { idempotencyKey: null };
    const first = await wallets.link(merchant, wallet);
    const rejected = await merchant.api.rejectWalletLink(first.linkId, withoutKey);
    const second = await wallets.link(merchant, wallet);
    const approved = await merchant.api.approveWalletLink(second.linkId, withoutKey);
    return `approve without a key: ${summary(approved)}; reject: ${summary(rejected)}`;
  }),
);

observation('idempotency.key-lifetime', async (context) => {
  const create = repeatableCheckout(context);
  const first = await create();
  await context.time.wait(25 * 3_600, 'an idempotency key may be forgotten');
  const again = await create();
  return isReplay(again) ? `replayed after 25 hours: ${summary(again)}` : `${summary(again)}, first ${summary(first)}`;
});
