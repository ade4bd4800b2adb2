import { Blocked, expect, header, requirement, summary } from '../../lib/harness/index.ts';
import {
  expectSameAnswer,
  original,
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from './support.ts';

// The reference is changed too: with the old one the request would also be a duplicate.

requirement('idempotency.checkout-key-reused', 'another checkout is refused and does not exist', async (given) => {
  const create = repeatableCheckout(given);
  await original('checkout', create);
  const reference = given.fresh.reference('chk');

  expect(await create({ reference, amount: 6_000 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await given.merchant.get({ kind: 'checkout', reference })).toHaveStatus(404);
});

requirement('idempotency.refund-key-reused', 'another refund is refused and does not exist', async (given) => {
  const create = repeatableRefund(given, await given.buyer.paid(given.merchant));
  await original('refund', create);
  const reference = given.fresh.reference('rfd');

  expect(await create({ reference, amount: 900 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await given.merchant.get({ kind: 'refund', reference })).toHaveStatus(404);
});

requirement('idempotency.checkout-key-reused', 'one that differs in its reference alone is refused', async (given) => {
  const create = repeatableCheckout(given);
  await original('checkout', create);

  const other = await create({ reference: given.fresh.reference('chk') });

  expect(other).toBeRefusedWith(409, 'idempotency_key_reused');
});

requirement('idempotency.refund-key-reused', 'one that differs in its reference alone is refused', async (given) => {
  const create = repeatableRefund(given, await given.buyer.paid(given.merchant));
  await original('refund', create);

  const other = await create({ reference: given.fresh.reference('rfd') });

  expect(other).toBeRefusedWith(409, 'idempotency_key_reused');
});

requirement('idempotency.payout-key-reused', 'another payout is refused and does not exist', async (given) => {
  const create = repeatablePayout(given);
  await original('payout', create);
  const reference = given.fresh.reference('pay');

  expect(await create({ reference, amount: 11_000 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await given.merchant.get({ kind: 'payout', reference })).toHaveStatus(404);
});

requirement('idempotency.escrow-key-reused', 'another escrow is refused and does not exist', async (given) => {
  const create = repeatableEscrow(given);
  await original('escrow', create);
  const reference = given.fresh.reference('esc');

  expect(await create({ reference, amount: 60_000 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await given.merchant.get({ kind: 'escrow', reference })).toHaveStatus(404);
});

requirement('idempotency.payout-key-reused', 'the refused reference is still free', async (given) => {
  const create = repeatablePayout(given);
  const reference = given.fresh.reference('pay');
  await original('payout', create);
  await refused(create, reference);

  expect(await given.merchant.createPayout({ reference })).toHaveStatus(201);
});

for (const [what, reference] of [
  ['letter case', (text: string) => text.toUpperCase()],
  ['its last character', (text: string) => `${text.slice(0, -1)}_`],
] as const) {
  requirement('idempotency.payout-key-reused', `a reference that differs in ${what} is another body`, async (given) => {
    const create = repeatablePayout(given);
    const first = await original('payout', create);

    expect(await create({ reference: reference(first.reference) })).toBeRefusedWith(409, 'idempotency_key_reused');
  });
}

// With the reference kept, either refusal is right: the key was reused, and the reference is a duplicate. A replay is not.
requirement(
  'idempotency.payout-key-reused',
  'another account number inside recipient is another body',
  async (given) => {
    const create = repeatablePayout(given);
    await original('payout', create);

    expect(await create({ recipient: { accountName: 'Ada Obi', accountNumber: '0123456780' } })).toHaveStatus(409);
  },
);

requirement('idempotency.escrow-key-reused', 'another wallet inside seller is another body', async (given) => {
  const create = repeatableEscrow(given);
  await original('escrow', create);

  expect(await create({ seller: { walletId: '0000000002' } })).toHaveStatus(409);
});

requirement(
  'idempotency.payout-replay',
  'after another body was refused, the first one still is replayed',
  async (given) => {
    const create = repeatablePayout(given);
    const first = await original('payout', create);
    await refused(create, given.fresh.reference('pay'));

    expectSameAnswer(await create(), first.exchange);
  },
);

requirement(
  'idempotency.keys-are-per-merchant',
  'another merchant makes its own checkout with the key',
  async (given) => {
    const { merchant, other, fresh } = given;
    const body = { reference: fresh.reference('chk'), amount: 5_000, customer: { email: 'ada@example.com' } };
    const idempotencyKey = fresh.reference('key');
    const first = await merchant.createCheckout(body, { idempotencyKey });
    if (first.status !== 201) throw new Blocked(`a checkout should have been created: ${summary(first)}`);

    const own = await other.createCheckout(body, { idempotencyKey });

    expect(own).toHaveStatus(201);
    expect(header(own, 'idempotent-replayed')).not.toBe('true');
    expect(await other.get({ kind: 'checkout', reference: body.reference })).toHaveStatus(200);
  },
);

/** A step: the same key with another reference. */
async function refused(create: Repeatable, reference: string): Promise<void> {
  const refusal = await create({ reference });
  if (refusal.status !== 409) throw new Blocked(`another body should have been refused: ${summary(refusal)}`);
}
