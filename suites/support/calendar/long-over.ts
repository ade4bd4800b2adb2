import type { RequirementId } from '../../../lib/interface/index.ts';
import { expect, shared } from '../../../lib/interface/index.ts';
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

/** By kind: what stays as it is, and the requirement that says so. */
export const looked: Readonly<Record<OwnedKind, { readonly id: RequirementId; readonly fields: readonly string[] }>> = {
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

/** The requirement that its state is final. */
const finals: Readonly<Record<OwnedKind, Readonly<Record<string, RequirementId>>>> = {
  checkout: { succeeded: 'checkout.succeeded-is-final', failed: 'checkout.failed-stays-failed' },
  refund: { succeeded: 'refund.succeeded-is-final', failed: 'refund.failed-is-final' },
  payout: { succeeded: 'payout.succeeded-is-final', failed: 'payout.failed-is-final' },
  escrow: {
    released: 'escrow.released-is-final',
    refunded: 'escrow.refunded-is-final',
    cancelled: 'escrow.cancelled-is-final',
    expired: 'escrow.expired-is-final',
  },
  'wallet link': {
    APPROVED: 'wallet-link.approved-stays',
    REJECTED: 'wallet-link.rejected-is-final',
    EXPIRED: 'wallet-link.expired-is-final',
    REVOKED: 'wallet-link.revoked-is-final',
  },
};

const finalOf = ({ kind, what, status }: Owned): RequirementId | undefined =>
  kind === 'checkout' && what === 'expired' ? 'checkout.expired-is-final' : finals[kind][status ?? ''];

/** What is pending ends, a funded escrow is released by itself, and when an administrator decides a dispute is not shown. */
const isOver = ({ status }: Owned) =>
  status !== null && !['pending', 'pending_payment', 'funded', 'disputed', 'PENDING'].includes(status);

/** Checks for several chapters: see `table`. */
export const longOver: readonly Row[] = everyOwned.filter(isOver).flatMap((owned): Row[] => {
  const { kind, what, status, needs, make } = owned;
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
  const final = finalOf(owned);
  const rows: Row[] = [
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
  if (final !== undefined)
    rows.push({
      id: final,
      title: `a ${kind}, ${what}: after a week, a month, three months and more than a year it is ${status}`,
      needs,
      waits: '9700h',
      async check(context) {
        for (const { words, record } of (await life(context)).later)
          expect(record, `after ${words}`).toHaveField('status', status);
      },
    });
  return rows;
});
