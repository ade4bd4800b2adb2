import { Blocked, check, checks, expect, header, summary } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { digitsOf } from '../../support/references/digits.ts';
import {
  original,
  type Repeatable,
  repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

// The reference is changed too: with the old one the request would also be a duplicate.

const kinds = ['payout', 'checkout', 'escrow', 'refund'] as const;

check('idempotency.checkout-key-reused', 'another checkout is refused and does not exist', async (context) => {
  const create = repeatableCheckout(context);
  await original('checkout', create);
  const reference = context.data.reference('chk');

  expect(await create({ reference, amount: 6_000 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await context.merchant.get({ kind: 'checkout', reference })).toHaveStatus(404);
});

check('idempotency.refund-key-reused', 'another refund is refused and does not exist', async (context) => {
  const create = repeatableRefund(context, await context.buyer.paid(context.merchant));
  await original('refund', create);
  const reference = context.data.reference('rfd');

  expect(await create({ reference, amount: 900 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await context.merchant.get({ kind: 'refund', reference })).toHaveStatus(404);
});

check('idempotency.checkout-key-reused', 'one that differs in its reference alone is refused', async (context) => {
  const create = repeatableCheckout(context);
  await original('checkout', create);

  const other = await create({ reference: context.data.reference('chk') });

  expect(other).toBeRefusedWith(409, 'idempotency_key_reused');
});

check('idempotency.refund-key-reused', 'one that differs in its reference alone is refused', async (context) => {
  const create = repeatableRefund(context, await context.buyer.paid(context.merchant));
  await original('refund', create);

  const other = await create({ reference: context.data.reference('rfd') });

  expect(other).toBeRefusedWith(409, 'idempotency_key_reused');
});

check('idempotency.payout-key-reused', 'another payout is refused and does not exist', async (context) => {
  const create = repeatablePayout(context);
  await original('payout', create);
  const reference = context.data.reference('pay');

  expect(await create({ reference, amount: 11_000 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await context.merchant.get({ kind: 'payout', reference })).toHaveStatus(404);
});

check('idempotency.escrow-key-reused', 'another escrow is refused and does not exist', async (context) => {
  const create = repeatableEscrow(context);
  await original('escrow', create);
  const reference = context.data.reference('esc');

  expect(await create({ reference, amount: 60_000 })).toBeRefusedWith(409, 'idempotency_key_reused');
  expect(await context.merchant.get({ kind: 'escrow', reference })).toHaveStatus(404);
});

// The key stays that of the first body: no refusal of another one changes whose it is.
checks(
  (kind) => `idempotency.${kind}-key-reused` as const,
  kinds,
  (kind) => `another ${kind}, sent under the key again and again, also after a replay, is refused each time`,
  async (context, kind) => {
    const send = await repeatable(context, kind);
    await original(kind, send);
    const reference = context.data.reference('other');
    const answers = [await send({ reference }), await send({ reference })];
    await send();
    answers.push(await send({ reference }));

    for (const answer of answers) expect(answer).toBeRefusedWith(409, 'idempotency_key_reused');
    expect(await context.merchant.get({ kind, reference })).toHaveStatus(404);
  },
  // A live payout needs a balance: see the payouts of live.
  (kind) => ({ ...(kind === 'refund' && { needs: ['buyer'] }), alsoInLive: kind !== 'payout' }),
);

check('idempotency.payout-key-reused', 'the refused reference is still free', async (context) => {
  const create = repeatablePayout(context);
  const reference = context.data.reference('pay');
  await original('payout', create);
  await refused(create, reference);

  expect(await context.merchant.createPayout({ reference })).toHaveStatus(201);
});

for (const [what, reference] of [
  ['letter case', (text: string) => text.toUpperCase()],
  ['its last character', (text: string) => `${text.slice(0, -1)}_`],
] as const) {
  check('idempotency.payout-key-reused', `a reference that differs in ${what} is another body`, async (context) => {
    const create = repeatablePayout(context);
    const other = reference((await original('payout', create)).reference);
    const answer = await create({ reference: other });
    // Of payouts it is not shown what a reference may be: what is never taken may be refused before the key is looked at.
    if (answer.status === 400)
      mayRefuse(await context.merchant.createPayout({ reference: other }), 'such a reference is not taken');

    expect(answer).toBeRefusedWith(409, 'idempotency_key_reused');
  });
}

/** References that a language may read as the same number, and that the document permits. `number` belongs to this check. */
const readAlike = [
  { what: 'zeros in front of its digits', of: (number: string) => [number, `00${number}`] },
  { what: 'its exponent', of: (number: string) => [`${number}00`, `${number}e2`] },
  { what: 'the last of 20 digits', of: (number: string) => [`${number}1111111`, `${number}1111112`] },
] as const;

checks(
  ({ kind }) => `idempotency.${kind}-key-reused` as const,
  kinds.flatMap((kind) => readAlike.map((row) => ({ kind, ...row }))),
  ({ kind, what }) => `a ${kind} whose reference is a number, and differs in ${what}, is another body`,
  async (context, { kind, of }) => {
    const [one, other] = of(digitsOf(context.data.reference('n')));
    const send = await repeatable(context, kind, { reference: one });
    await original(kind, send);

    expect(await send({ reference: other })).toBeRefusedWith(409, 'idempotency_key_reused');
  },
  ({ kind }) => ({ ...(kind === 'refund' && { needs: ['buyer'] }), drawn: 2 }),
);

check(
  'idempotency.keys-are-per-merchant',
  'another merchant makes its own checkout with the key',
  async (context) => {
    const { merchant, other, data } = context;
    const body = { reference: data.reference('chk'), amount: 5_000, customer: { email: 'ada@example.com' } };
    const idempotencyKey = data.reference('key');
    const first = await merchant.createCheckout(body, { idempotencyKey });
    if (first.status !== 201) throw new Blocked(`a checkout should have been created: ${summary(first)}`);

    const own = await other.createCheckout(body, { idempotencyKey });

    expect(own).toHaveStatus(201);
    expect(header(own, 'idempotent-replayed')).not.toBe('true');
    expect(await other.get({ kind: 'checkout', reference: body.reference })).toHaveStatus(200);
  },
  { alsoInLive: true },
);

/** A step: the same key with another reference. */
async function refused(create: Repeatable, reference: string): Promise<void> {
  const refusal = await create({ reference });
  if (refusal.status !== 409) throw new Blocked(`another body should have been refused: ${summary(refusal)}`);
}
