import {
  Blocked,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  field,
  NotExercised,
  shared,
  summary,
  watchBalance,
} from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';

// A payment adds to the balance, and its refunds are subtracted, whatever the payment method; and what was paid can be refunded in parts.

const REFUNDED = 7_013;
const FAILS = 15_001;

/** Amounts in kobo, of which none ends like another. */
const ways = [
  { by: 'transfer', amount: 27_051 },
  { by: 'card', amount: 27_019 },
] as const;

/** A step: a checkout is paid so on its page; `paid`: by how much that moved the balance. */
export async function paidOnPage(context: CheckContext, by: 'transfer' | 'card', amount: number) {
  const { merchant, buyer } = context;
  const balance = await watchBalance(context);
  const checkout = await merchant.checkout({ amount });
  await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
  const record = await merchant.confirms(checkout, 'succeeded');
  // How a bank transfer is made in sandbox is not shown.
  if (field(record.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid by ${by} here`);
  return { balance, checkout, paid: await balance.movement(amount) };
}

export const paidBy = ways.map(({ by, amount }) => ({
  by,
  amount,
  moved: shared(`the balance of a payment by ${by}`, ['browser', 'own-merchant'], async (context) => {
    const { merchant } = context;
    const { balance, checkout, paid } = await paidOnPage(context, by, amount);
    const first = await merchant.createRefund({ paymentReference: checkout.reference, amount: REFUNDED });
    if (first.status !== 201) return { paid, first, settled: null, after: null };
    const settled = await merchant.becomes(created('refund', first), 'succeeded');
    if (field(settled.json, 'status') !== 'succeeded') return { paid, first, settled, after: null };
    const refunded = await balance.movement(amount - REFUNDED);
    const after = { refunded, record: await merchant.get(checkout), parts: await inParts(context, checkout) };
    return { paid, first, settled, after };
  }),
}));
export const options = { needs: ['browser', 'own-merchant'] as const, drawn: 1 };

type Moved = Awaited<ReturnType<(typeof paidBy)[number]['moved']>>;

interface Parts {
  /** Answers, in this order: to a refund that fails, to one of the same amount, to all that is left then, and to one kobo more. */
  readonly failing: Exchange;
  readonly again: Exchange;
  readonly rest: Exchange;
  readonly beyond: Exchange;
  /** The first of them once it has ended, and the checkout once the others have. */
  readonly failed: Exchange;
  readonly record: Exchange;
}

async function inParts({ merchant }: CheckContext, checkout: Created): Promise<Parts> {
  const { reference: paymentReference } = checkout;
  const asks = (amount: number, reason?: string) => merchant.createRefund({ paymentReference, amount, reason });
  const ended = async (answer: Exchange, status: string) =>
    answer.status === 201 ? await merchant.becomes(created('refund', answer), status) : answer;
  const failing = await asks(FAILS, 'sandbox_fail');
  const failed = await ended(failing, 'failed');
  const again = await asks(FAILS);
  const rest = await asks(checkout.amount - REFUNDED - FAILS);
  const beyond = await asks(1);
  for (const answer of [again, rest]) await ended(answer, 'succeeded');
  return { failing, again, rest, beyond, failed, record: await merchant.get(checkout) };
}

/** A step: the first refund was accepted. That it is, is a requirement of its own. */
export function firstSettled({ settled, first }: Moved): Exchange {
  if (settled === null) throw new Blocked(`the refund should have been created; got ${summary(first)}`);
  return settled;
}

/** A step: the first refund has succeeded. That it does is a requirement of its own. */
export function afterRefund(moved: Moved): NonNullable<Moved['after']> {
  const settled = firstSettled(moved);
  if (moved.after === null) throw new Blocked(`the refund should have succeeded; got ${summary(settled)}`);
  return moved.after;
}

/** A step: the refunds up to this one were accepted. */
export function partsUntil(moved: Moved, ...earlier: readonly ('failing' | 'again' | 'rest')[]): Parts {
  const { parts } = afterRefund(moved);
  for (const which of earlier) created('refund', parts[which]);
  return parts;
}
