import { Blocked, type Created, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { tries } from '../support.ts';

// "With `amount` the buyer receives that amount and the remainder goes to the seller": a remainder may be less than any payment. The exact sums
// that sellers gain are in `sum-rows.ts`.

const AMOUNT = 10_000;
const rests = [99, 1, 50];

const lives = (['funded', 'disputed'] as const).map((status) => {
  const needs = status === 'disputed' ? (['escrow-buyer', 'escrow-dispute'] as const) : (['escrow-buyer'] as const);
  const refunds = shared(`refunds that leave little of a ${status} escrow`, needs, async (context) => {
    const { merchant, buyer } = context;
    const seen = new Map<number, { answer: Exchange; record: Exchange }>();
    for (const rest of rests) {
      const escrow: Created = await buyer.funded(merchant, { amount: AMOUNT });
      if (status === 'disputed') await tries(context, buyer.disputes(merchant, escrow));
      const answer = await merchant.api.refundEscrow(escrow.reference, { amount: AMOUNT - rest });
      seen.set(rest, { answer, record: await merchant.becomes(escrow, 'refunded', 60) });
    }
    return seen;
  });
  return { status, needs, refunds };
});

checks(
  ({ status }) => (status === 'funded' ? 'escrow.refunded' : 'escrow.disputed-refunded'),
  lives.flatMap((life) => rests.map((rest) => ({ ...life, rest }))),
  ({ status, rest }) => `a refund of ${AMOUNT - rest} of ${AMOUNT}, ${status}, leaves the seller ${rest}`,
  async (context, { refunds, rest }) => {
    const seen = (await refunds(context)).get(rest);
    if (seen === undefined) throw new Blocked('suite fault: there is no such refund');

    expect(seen.answer).toHaveStatus(200);
    expect(seen.record).toHaveField('status', 'refunded');
  },
  ({ needs, rest }) => ({ needs, alsoInLive: rest === rests[0] }),
);
