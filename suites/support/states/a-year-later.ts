import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { linkBecomes } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { DAY, expectSame } from '../attempts.ts';

// An object that has ended is found, with its final status, after more than a year, and its reference is still used: "unique per merchant" and
// "unknown references on GET calls give a 404 error" name no time limit, and nothing in the document removes a record.

export const LATER = 400 * DAY;
export const waits = '9700h';

const needs = ['buyer', 'escrow-buyer', 'wallets'] as const;

interface Old {
  /** GET right after it ended, and more than a year later. */
  readonly first: Exchange;
  readonly record: Exchange;
  readonly again: Exchange;
}

/** What is asked for once more in the end under another key, in the same words: that is no replay, and a reference is not freed by it. */
const sent = {
  checkout: { amount: 9_001, description: 'Rice', customer: { email: 'ada@example.com' }, metadata: { a: { b: 1 } } },
  refund: { amount: 1_001, reason: 'One was torn' },
  failingRefund: { amount: 1_003, reason: 'sandbox_fail' },
  payout: { amount: 12_007, narration: 'Week 12', recipient: { accountNumber: '2087654321', accountName: 'Ada Obi' } },
  failingPayout: { amount: 12_011, recipient: { accountNumber: '0000000000', accountName: 'Ada Obi' } },
  escrow: { amount: 30_011, seller: { walletId: '0000000001' } },
};

const old = shared('one of each kind, more than a year later', needs, async (context) => {
  const { merchant, buyer, wallets, time } = context;
  const checkout = await buyer.paid(merchant, sent.checkout);
  const refund = await merchant.refundSettles(checkout, sent.refund);
  const payout = await merchant.settles(await merchant.payout(sent.payout));
  const failed = await merchant.settles(await merchant.payout(sent.failingPayout), 'failed');
  const failedRefund = await merchant.settles(await merchant.refund(checkout, sent.failingRefund), 'failed');
  const unpaid = [await merchant.checkout(sent.checkout), await merchant.escrow(sent.escrow)] as const;
  const cancelled = await merchant.escrow(sent.escrow);
  await merchant.api.cancelEscrow(cancelled.reference);
  const escrow = await buyer.funded(merchant, sent.escrow);
  await merchant.api.releaseEscrow(escrow.reference);
  const link = await wallets.approvedLink(merchant, await wallets.make());
  await time.wait(LATER, 'more than a year passes');
  const { reference: paymentReference } = checkout;
  const asks = {
    checkout: (reference: string) => merchant.createCheckout({ ...sent.checkout, reference }),
    refund: (reference: string, fields: Body = sent.refund) =>
      merchant.createRefund({ ...fields, reference, paymentReference }),
    payout: (reference: string, fields: Body = sent.payout) => merchant.createPayout({ ...fields, reference }),
    escrow: (reference: string) => merchant.createEscrow({ ...sent.escrow, reference }),
  };
  const found: [Created['kind'], Old][] = [];
  for (const each of [checkout, refund, payout, escrow])
    found.push([
      each.kind,
      { first: each.exchange, record: await merchant.get(each), again: await asks[each.kind](each.reference) },
    ]);
  return {
    found: new Map(found),
    payoutFailed: await asks.payout(failed.reference, sent.failingPayout),
    refundFailed: await asks.refund(failedRefund.reference, sent.failingRefund),
    checkoutExpired: await asks.checkout(unpaid[0].reference),
    escrowExpired: await asks.escrow(unpaid[1].reference),
    escrowCancelled: await asks.escrow(cancelled.reference),
    refunded: await merchant.createRefund({ paymentReference, amount: 103 }),
    link: await linkBecomes(context, link.linkId, 'APPROVED', 1),
    balance: await merchant.api.getWalletBalance(link.wallet.walletId),
  };
});

async function oldOf(context: CheckContext, kind: Created['kind']): Promise<Old> {
  const found = (await old(context)).found.get(kind);
  if (found === undefined) throw new Blocked(`suite fault: no ${kind} was made`);
  return found;
}

const ends = { checkout: 'succeeded', refund: 'succeeded', payout: 'succeeded', escrow: 'released' } as const;
/** Fields that no later state may change. */
const fields = {
  checkout: ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'paidAt', 'createdAt'],
  refund: ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
  payout: ['id', 'reference', 'amount', 'currency', 'narration', 'createdAt'],
} as const;
const kinds = ['checkout', 'refund', 'payout', 'escrow'] as const;

const used = {
  checkout: ['checkout.duplicate-reference', 'checkout.succeeded-reference-stays-used'],
  refund: ['refund.duplicate-reference', 'refund.settled-reference-stays-used'],
  payout: ['payout.duplicate-reference', 'payout.settled-reference-stays-used'],
  escrow: ['escrow.duplicate-reference'],
} as const;

const ended = [
  { id: 'payout.settled-reference-stays-used', what: 'a payout that failed', of: 'payoutFailed' },
  { id: 'refund.failed-reference-stays-used', what: 'a refund that failed', of: 'refundFailed' },
  { id: 'checkout.expired-reference-stays-used', what: 'a checkout that expired', of: 'checkoutExpired' },
  { id: 'escrow.duplicate-reference', what: 'an escrow that expired', of: 'escrowExpired' },
  { id: 'escrow.duplicate-reference', what: 'an escrow that was cancelled', of: 'escrowCancelled' },
] as const;

/** Checks for several chapters: see `table`. */
export const aYearLater: readonly Row[] = [
  ...kinds.flatMap((kind): Row[] => [
    {
      id: `${kind}.record-found`,
      title: `a ${kind} that is over for more than a year is found, and is ${ends[kind]}`,
      needs,
      waits,
      async check(context) {
        expect((await oldOf(context, kind)).record).toHaveField('status', ends[kind]);
      },
    },
    ...used[kind].map(
      (id): Row => ({
        id,
        title: `the reference of a ${kind} that is over for more than a year is used`,
        needs,
        waits,
        async check(context) {
          expect((await oldOf(context, kind)).again).toBeRefusedWith(409, 'duplicate_reference');
        },
      }),
    ),
  ]),
  ...(['checkout', 'refund', 'payout'] as const).map(
    (kind): Row => ({
      id: `${kind}.record-stays`,
      title: `the record of a ${kind} that is over for more than a year says what it said then`,
      needs,
      waits,
      async check(context) {
        const { record, first } = await oldOf(context, kind);
        expectSame(record, first, fields[kind]);
      },
    }),
  ),
  {
    id: 'refund.any-time-later',
    title: 'a checkout that was paid, and refunded in part, more than a year ago is refunded',
    needs,
    waits,
    async check(context) {
      expect((await old(context)).refunded).toHaveStatus(201);
    },
  },
  ...ended.map(
    ({ id, what, of: end }): Row => ({
      id,
      title: `the reference of ${what} more than a year ago is used`,
      needs,
      waits,
      async check(context) {
        expect((await old(context))[end]).toBeRefusedWith(409, 'duplicate_reference');
      },
    }),
  ),
  ...(['wallet-link.approved-stays', 'wallet-link.approved-does-not-expire'] as const).map(
    (id): Row => ({
      id,
      title: 'a link that was approved more than a year ago is APPROVED, and opens the balance',
      needs,
      waits,
      async check(context) {
        const { link, balance } = await old(context);
        expect(link).toHaveField('status', 'APPROVED');
        expect(balance).toHaveStatus(200);
      },
    }),
  ),
];
