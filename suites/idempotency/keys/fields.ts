import { Blocked, type Body, checks, expect, of, summary } from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { original, repeatable, repeatableRefund } from '../support.ts';
import { cases } from './bodies.ts';
import type { Case } from './bodies-alike.ts';

// The reference is kept: a replay is wrong, and either refusal is correct, because the key was reused and the reference is a duplicate.

checks(
  ({ kind }: Case) => `idempotency.${kind}-key-reused` as const,
  cases,
  ({ kind, words }) => `${words} in one field of a ${kind} alone is another body, whichever the field`,
  async (context, { kind, given, changes }) => {
    const send = await repeatable(context, kind, given);
    const first = await original(kind, send);
    const before = await context.merchant.get(first);

    for (const change of changes) {
      const answer = await send(change);
      const words = formatChange(change);
      expect(answer, words).toHaveStatus(409);
      expect(of(answer, 'error.code'), words).toBeOneOf(['idempotency_key_reused', 'duplicate_reference']);
    }
    expect(of(await context.merchant.get(first), 'amount'), 'amount of the first one').toEqual(of(before, 'amount'));
  },
  ({ kind }) => ({ needs: kind === 'refund' ? ['buyer'] : [], drawn: 1 }),
);

/** Amount of the other checkout in kobo, all of which can be refunded. */
const PAID = 5_003;

// A separate check, since the refunded checkout's own record is not part of the refund.
checks(
  'idempotency.refund-key-reused',
  [{}, { amount: 600 }],
  (more) => `a refund of another checkout${'amount' in more ? ' and of another amount' : ''} is another body`,
  async (context, more) => {
    const { merchant, buyer } = context;
    const [one, other] = [await buyer.paid(merchant), await buyer.paid(merchant, { amount: PAID })];
    const send = repeatableRefund(context, one);
    await original('refund', send);

    expect(await send({ paymentReference: other.reference, ...more })).toHaveStatus(409);
    await context.time.wait(10, 'a refund, which must not be, settles');
    expect(of(await merchant.get(other), 'refundedAmount'), 'refunded of the other checkout').toBe(0);
    expect(await merchant.createRefund({ paymentReference: other.reference, amount: PAID })).toHaveStatus(201);
  },
);

const given = { amount: 20_000, reason: 'half of it broken' };

// The escrow is already refunded, so the request may be refused for that as well.
checks(
  'idempotency.escrow-refund-key-reused',
  [
    { first: given, change: { amount: 20_001 }, words: 'another amount' },
    { first: given, change: { reason: 'half of it torn' }, words: 'another reason' },
    { first: given, change: { amount: undefined }, words: 'no amount' },
    { first: {}, change: { amount: 20_000 }, words: 'an amount' },
    { first: null, change: { amount: 20_000 }, words: 'an amount, where there was no body before' },
    { first: given, change: null, words: 'no body' },
  ],
  ({ first, words }) =>
    `an escrow refund of ${first !== null && 'amount' in first ? 'a part' : 'all'}, sent again with ${words}`,
  async ({ merchant, buyer, data }, { first, change }) => {
    const { reference } = await buyer.funded(merchant, { amount: 50_000 });
    const idempotencyKey = data.reference('key');
    const refund = (body: Body | null) =>
      merchant.api.refundEscrow(reference, body ?? {}, { idempotencyKey, ...(body === null && { rawBody: '' }) });
    const refunded = await refund(first);
    // Whether there has to be a body is not shown.
    if (first === null) mayRefuse(refunded, 'no refund without a body');
    if (refunded.status !== 200) throw new Blocked(`the escrow should have been refunded: ${summary(refunded)}`);

    const other = change === null ? null : { ...first, ...change };
    for (const turn of ['first', 'second']) expect(await refund(other), `the ${turn} time`).toBeRefused();
    expect(await merchant.api.getEscrow(reference)).toHaveField('status', 'refunded');
  },
  ({ words }) => ({ alsoInLive: words === 'another amount' }),
);

function formatChange(change: Body): string {
  const [name = '', value] = Object.entries(change)[0] ?? [];
  return value === undefined ? `without ${name}` : `with ${name} ${JSON.stringify(value)}`;
}
