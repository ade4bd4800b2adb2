import { checks, expect, observation, summary } from '../../../lib/interface/index.ts';
import { expectSameAnswer, isReplay, keyOf, repeatableCheckout } from '../support.ts';

// "Max 255 chars": characters as they are sent, whatever they become where they are kept.
checks(
  'idempotency.key-longest',
  [
    { what: 'the signs of base64', signs: '+/=' },
    { what: 'signs that addresses escape', signs: '/?&#=+ %25 ' },
    { what: 'signs that JSON and SQL escape', signs: "'\\;--" },
    { what: 'other signs', signs: '.:_~!@$^*()[]|' },
  ],
  ({ what, signs }) => `a key of 255 characters with ${what} is accepted, and its repetition answered alike: ${signs}`,
  async (context, { signs }) => {
    const unique = context.data.reference('key');
    const idempotencyKey = `${unique}${signs.repeat(255)}`.slice(0, 254).concat('k');
    const create = repeatableCheckout(context, idempotencyKey);
    const first = await create();

    expect(first).toHaveStatus(201);
    expectSameAnswer(await create(), first);
  },
);

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
