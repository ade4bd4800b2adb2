import { Blocked, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';

// "The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid" (Endpoints, behaviour rule 3): a refund
// that is pending counts, and so it does once it has succeeded, whatever another one has come to meanwhile.

const [PAID, FIRST, OTHERS] = [50_005, 10_001, [12_003, 8_002]] as const;

const ends = (['failed', 'succeeded'] as const).map((end) => {
  const left = PAID - OTHERS[0] - OTHERS[1] - (end === 'succeeded' ? FIRST : 0);
  const life = shared(`a refund that has ${end} while others are pending`, ['buyer'], async (context) => {
    const { merchant, buyer, time } = context;
    const payment = await buyer.paid(merchant, { amount: PAID });
    const ask = (amount: number) => merchant.createRefund({ paymentReference: payment.reference, amount });
    const first = await merchant.refund(payment, {
      amount: FIRST,
      ...(end === 'failed' && { reason: 'sandbox_fail' }),
    });
    // How soon a refund settles is not shown: one of the others follows at once, and one a moment later.
    const others = [await merchant.refund(payment, { amount: OTHERS[0] })];
    await time.wait(1, 'a refund is younger than another');
    others.push(await merchant.refund(payment, { amount: OTHERS[1] }));
    await merchant.settles(first, end);
    const answers = new Map<string, Exchange>([['at once', await ask(left + 1)]]);
    for (const other of others) await merchant.settles(other);
    answers.set('once they have succeeded', await ask(left + 1));
    return answers.set('all that is left', await ask(left));
  });
  return { end, life, left };
});

const answerOf = (answers: ReadonlyMap<string, Exchange>, when: string): Exchange => {
  const answer = answers.get(when);
  if (answer === undefined) throw new Blocked('suite fault: it was not asked for');
  return answer;
};

checks(
  ({ id }) => id,
  ends.flatMap((row) => [
    { ...row, when: 'at once', id: 'refund.pending-counts' as const },
    { ...row, when: 'once they have succeeded', id: 'refund.exceeds-paid' as const },
  ]),
  ({ end, when }) => `one kobo more than is left beside two that were pending as another ${end}, ${when}`,
  async (context, { life, when }) => {
    expect(answerOf(await life(context), when)).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
);

checks(
  'refund.up-to-amount-paid',
  ends,
  ({ end }) => `all that is left beside two that were pending as another ${end}`,
  async (context, { life }) => {
    expect(answerOf(await life(context), 'all that is left')).toHaveStatus(201);
  },
);
