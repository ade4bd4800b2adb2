import type { RequirementId } from '../../../lib/interface/index.ts';
import { shared } from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { DAY, expectSame } from '../attempts.ts';
import { everyOwned, lookAt, type Owned, type OwnedKind } from '../states/owned.ts';
import { isAsMade } from '../strangers.ts';

// What is over stays as it is, whichever way it ended: no sentence lets a record, or a field of it, go after some time. These are terms after which
// services clear away, archive or make anonymous.

const terms = [
  { days: 8, words: 'a week' },
  { days: 32, words: 'a month' },
  { days: 93, words: 'three months' },
  { days: 400, words: 'more than a year' },
] as const;

const looked: Readonly<Record<OwnedKind, { readonly id: RequirementId; readonly fields: readonly string[] }>> = {
  checkout: {
    id: 'checkout.record-stays',
    fields: [
      ...['id', 'reference', 'status', 'amount', 'currency', 'description', 'customer', 'metadata'],
      ...['failureReason', 'refundedAmount', 'paidAt', 'createdAt'],
    ],
  },
  refund: {
    id: 'refund.record-stays',
    fields: ['id', 'reference', 'status', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
  },
  payout: {
    id: 'payout.record-stays',
    fields: ['id', 'reference', 'status', 'amount', 'currency', 'narration', 'createdAt'],
  },
  escrow: { id: 'escrow.outlasts-time', fields: ['status'] },
  'wallet link': { id: 'wallet-link.outlasts-time', fields: ['status'] },
};

/** A funded escrow is released by itself, and what is pending ends. */
const isOver = ({ status }: Owned) =>
  status !== null && !['pending', 'pending_payment', 'funded', 'PENDING'].includes(status);

/** Checks for several chapters: see `table`. */
export const longOver: readonly Row[] = everyOwned.filter(isOver).flatMap((owned): Row[] => {
  const { kind, what, needs, make } = owned;
  const life = shared(`a ${kind}, ${what}, that is over for long`, needs, async (context) => {
    const { merchant, time } = context;
    const reference = await make(context, merchant);
    const first = await lookAt(merchant, kind, reference);
    isAsMade(owned, first);
    const later = [];
    let passed = 0;
    for (const { days, words } of terms) {
      await time.wait((days - passed) * DAY, 'what is over grows old');
      passed = days;
      later.push({ words, record: await lookAt(merchant, kind, reference) });
    }
    return { first, later };
  });
  const { id, fields } = looked[kind];
  return [
    {
      id,
      title: `a ${kind}, ${what}: after a week, a month, three months and more than a year it is as it was`,
      needs,
      waits: '9700h',
      async check(context) {
        const { first, later } = await life(context);
        for (const { words, record } of later) expectSame(record, first, fields, `after ${words}`);
      },
    },
  ];
});
