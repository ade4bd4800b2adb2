import { expect, observation, requirement, summary } from '../../lib/harness/index.ts';
import { expectSameAnswer, isReplay, repeatableCheckout } from './support.ts';

requirement('idempotency.key-longest', '255 characters are accepted, and give the same answer again', async (given) => {
  const create = repeatableCheckout(given, keyOf(255, given.fresh.reference('key')));

  const first = await create();
  const again = await create();

  expect(first).toHaveStatus(201);
  expectSameAnswer(again, first);
});

requirement(
  'idempotency.key-longest',
  'keys that differ in the 255th character are two keys',
  async ({ merchant, fresh }) => {
    const start = keyOf(254, fresh.reference('key'));

    expect(await merchant.createCheckout({}, { idempotencyKey: `${start}a` })).toHaveStatus(201);
    expect(await merchant.createCheckout({}, { idempotencyKey: `${start}b` })).toHaveStatus(201);
  },
);

requirement(
  'idempotency.key-too-long',
  '256 characters are refused, and nothing is created',
  async ({ merchant, fresh }) => {
    const reference = fresh.reference('chk');

    const refusal = await merchant.createCheckout(
      { reference },
      { idempotencyKey: keyOf(256, fresh.reference('key')) },
    );

    expect(refusal).toBeRefused();
    expect(refusal).toHaveErrorShape();
    expect(await merchant.get({ kind: 'checkout', reference })).toHaveStatus(404);
  },
);

observation('idempotency.too-long-answer', async ({ merchant, fresh }) => {
  const answer = await merchant.createCheckout({}, { idempotencyKey: keyOf(256, fresh.reference('key')) });
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

observation('idempotency.key-lifetime', async (given) => {
  const create = repeatableCheckout(given);
  const first = await create();
  await given.time.wait(25 * 3_600, 'an idempotency key may be forgotten');
  const again = await create();
  return isReplay(again) ? `replayed after 25 hours: ${summary(again)}` : `${summary(again)}, first ${summary(first)}`;
});

/** A key of exactly this length that nothing else uses. */
function keyOf(length: number, unique: string): string {
  return unique.padEnd(length, 'k');
}
