/** Refunds that are sent at once, and what one does to another. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

/** Real time that a request spends in the database, in milliseconds. */
const BUSY_MS = 40;

type Next = () => Reply | Promise<Reply>;

/** What is done with a refund that overlaps with others of the same key; it is told which number it has among them. */
function overlapping<K extends object | string>(
  keyOf: (asked: Case) => K | undefined,
  does: (asked: Case, next: Next, number: number) => Promise<Reply>,
): Change {
  const underWay = new Map<K, { present: number; total: number }>();
  return before('checkGuards', async (asked, next) => {
    const key = isAt(asked, 'createRefund') ? keyOf(asked) : undefined;
    if (key === undefined) return next();
    const group = underWay.get(key) ?? { present: 0, total: 0 };
    underWay.set(key, group);
    group.present += 1;
    group.total += 1;
    try {
      return await does(asked, next, group.total);
    } finally {
      group.present -= 1;
      if (group.present === 0) underWay.delete(key);
    }
  });
}

function referenceOf({ body, merchant }: Case): string {
  return `${merchant.id} ${body.text('reference')}`;
}

function paymentOf({ payment }: Case): Checkout | undefined {
  return payment;
}

/** Those that come too late are refused, but their row has been written over the accepted one by then. */
function losersWriteToo(): Change {
  return overlapping(referenceOf, async (asked, next, number) => {
    await pause(BUSY_MS);
    const reply = await replyOf(next);
    const { body, merchant } = asked;
    const record = merchant.records.refund.get(body.text('reference') ?? '');
    if (number > 1 && codeOf(reply) === 'duplicate_reference' && record) {
      record.amount = body.integer('amount') ?? record.amount;
      record.reason = body.text('reason');
    }
    return reply;
  });
}

function locksTheReference(): Change {
  return overlapping(referenceOf, async (_, next, number) => {
    if (number > 1) throw new Refusal({ status: 409, code: 'reference_locked' }, 'a refund of it is being made');
    await pause(BUSY_MS);
    return next();
  });
}

function losersAreToldOfAConflict(): Change {
  return overlapping(paymentOf, async (_, next, number) => {
    await pause(BUSY_MS);
    const reply = await replyOf(next);
    if (number === 1 || codeOf(reply) !== 'refund_exceeds_paid') return reply;
    throw new Refusal({ status: 409, code: 'conflict' }, 'the checkout was changed by another refund');
  });
}

/** The lock is taken for a checkout and an amount, against clicks too many; refunds of different amounts do not meet in it. */
function locksTheAmount(): Change {
  return before('act', async (asked, next) => {
    const { body, payment } = asked;
    if (!isAt(asked, 'createRefund') || payment === undefined) return next();
    const [amount, refunding] = [body.integer('amount') ?? 0, payment.refunding];
    const taken = sameAmount(payment, amount);
    await pause(BUSY_MS);
    if (asked.merchant.records.refund.has(body.text('reference') ?? ''))
      throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'the reference is already used');
    const meanwhile = sameAmount(payment, amount) - taken;
    if (refunding + meanwhile + amount > payment.amount)
      throw new Refusal(
        { status: 422, code: 'refund_exceeds_paid' },
        `the amount is more than what is left to refund: ${payment.amount - payment.refunding} kobo`,
      );
    return next();
  });
}

function sameAmount({ merchant, reference }: Checkout, amount: number): number {
  const refunds = [...merchant.records.refund.values()];
  const same = refunds.filter((refund) => refund.paymentReference === reference && refund.amount === amount);
  return same.filter(({ status }) => status !== 'failed').length * amount;
}

function locksWithoutWaiting(): Change {
  return overlapping(paymentOf, async ({ payment }, next, number) => {
    if (number > 1)
      throw new Refusal(
        { status: 422, code: 'refund_exceeds_paid' },
        `the amount is more than what is left to refund: ${payment ? payment.amount - payment.refunding : 0} kobo`,
      );
    await pause(BUSY_MS);
    return next();
  });
}

/** Of one amount and one checkout, what comes while another is being made is taken for the same click. */
function clicksTooMany(): Change {
  const underWay = new Map<string, Promise<Reply>>();
  return before('checkGuards', async (asked, next) => {
    const { body, payment } = asked;
    if (!isAt(asked, 'createRefund') || payment === undefined) return next();
    const key = `${payment.id} ${body.integer('amount')}`;
    const first = await underWay.get(key);
    if (first?.status === 201) {
      const text = JSON.stringify({ ...JSON.parse(first.text), reference: body.text('reference') });
      return { ...first, text };
    }
    const reply = pause(BUSY_MS)
      .then(() => replyOf(next))
      .finally(() => underWay.delete(key));
    underWay.set(key, reply);
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Refund reference: unique id of the refund. 409 duplicate_reference: Reference already used. GET | /v1/refunds/{reference} | 200 refund record.',
    mutant(
      'refund.concurrent-same-reference',
      'kind-refused-refund-at-once-overwrites',
      'of refunds that are sent at once with one reference the later ones are refused, after they were written over the one that was accepted: its record has the amount and the reason of a refused one',
      losersWriteToo(),
    ),
  ),
  against(
    '409 duplicate_reference: Reference already used. Refund reference: unique id of the refund.',
    mutant(
      'refund.concurrent-same-reference',
      'kind-refund-reference-locked',
      'the lock is taken for the reference: a refund with the reference of one that is being made, under a key of its own, is refused with 409 and a code of its own',
      locksTheReference(),
    ),
  ),
  against(
    'May not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.concurrent-stay-within-paid',
      'kind-late-refund-told-of-a-conflict',
      'a refund for which too little is left because of another one that was made at the same moment is refused with 409, as a conflict',
      losersAreToldOfAConflict(),
    ),
  ),
  against(
    'Total non-failed refunds at most the amount paid.',
    mutant(
      'refund.concurrent-stay-within-paid',
      'kind-refunds-of-different-amounts-race',
      'the lock is taken for the checkout and the amount: refunds at once of one amount are counted one after the other, those of different amounts do not see each other',
      locksTheAmount(),
    ),
  ),
  against(
    '422 refund_exceeds_paid: Refund amount above what is still refundable. Partial refunds are allowed.',
    mutant(
      'refund.concurrent-all-that-fit',
      'kind-refund-does-not-wait-for-the-lock',
      'a refund that finds another one of its checkout being made does not wait for it: it is refused with 422, though enough is left for both',
      locksWithoutWaiting(),
    ),
  ),
  against(
    'POST | /v1/refunds | Refund create body | 201 `{ id, reference, status }`. Partial refunds are allowed.',
    mutant(
      'refund.concurrent-all-that-fit',
      'kind-equal-refunds-at-once-are-one',
      'refunds at once of one checkout and one amount are taken for clicks too many: each is answered with 201 under its own reference, and only the first is made',
      clicksTooMany(),
    ),
  ),
];
