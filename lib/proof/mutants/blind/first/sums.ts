/** Sums that hold at first. */
import { guard, move } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { also } from '../ways.ts';

export const found: readonly Mutant[] = [
  mutant(
    'refund.exceeds-paid',
    'blind-last-four-refunds-count',
    'against what was paid only the last four refunds that did not fail are counted',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body, merchant }) => {
        const earlier = [...merchant.records.refund.values()].filter(
          (refund) => refund.payment === payment && refund.status !== 'failed',
        );
        const counted = earlier.slice(-4).reduce((sum, { amount }) => sum + amount, 0);
        return payment !== undefined && (body.integer('amount') ?? 0) + counted > payment.amount;
      },
    }),
  ),
  mutant(
    'refund.adds-to-refunded-amount',
    'blind-equal-refunds-count-twice-at-most',
    'of refunds of equal amount the third and later ones do not add to refundedAmount',
    also('refund', 'settlement succeeds', (refund) => {
      const equal = [...refund.merchant.records.refund.values()].filter(
        ({ payment, amount, status }) =>
          payment === refund.payment && amount === refund.amount && status === 'succeeded',
      );
      if (equal.length > 2 && refund.payment) refund.payment.refundedAmount -= refund.amount;
    }),
  ),
  mutant(
    'balance.failed-payout-returns',
    'blind-payout-failing-beside-another-returns-nothing',
    'a payout that fails while another one is pending does not return to the balance',
    also('payout', 'settlement fails', (payout) => {
      const pending = [...payout.merchant.records.payout.values()].some(({ status }) => status === 'pending');
      if (pending) payout.merchant.balance -= payout.amount;
    }),
  ),
  mutant(
    'refund.exceeds-paid-says-what-is-left',
    'blind-message-forgets-pending-refunds',
    'the message says what is left without the refunds that are pending',
    guard('refund.exceeds-paid', {
      message: ({ payment }) =>
        `the amount is more than what is left to refund: ${payment ? payment.amount - payment.refundedAmount : 0} kobo`,
    }),
  ),
  mutant(
    'escrow.dispute-refund-pays-remainder',
    'blind-remainder-of-dispute-in-whole-naira',
    'of a dispute that was refunded in part the seller gets whole naira alone',
    (rules) => {
      const disputed = new WeakSet<object>();
      return move('refunded', 'amount less refund', {
        what: (escrow) => {
          const rest = escrow.amount - (escrow.refundedAmount ?? escrow.amount);
          return disputed.has(escrow) ? rest - (rest % 100) : rest;
        },
      })(also('escrow', 'dispute', (escrow) => void disputed.add(escrow))(rules));
    },
  ),
  mutant(
    'escrow.auto-release-pays-seller',
    'blind-automatic-release-rounds-odd-fee',
    'at an automatic release an odd fee is rounded up, and the kobo taken from the seller',
    (rules) => {
      const byTime = new WeakSet<object>();
      return move('released', 'amount less fee', {
        what: (escrow) =>
          escrow.amount - (escrow.feeAmount ?? 0) - (byTime.has(escrow) ? (escrow.feeAmount ?? 0) % 2 : 0),
      })(also('escrow', 'no report in time', (escrow) => void byTime.add(escrow))(rules));
    },
  ),
  mutant(
    'escrow.each-pays-its-own',
    'blind-third-release-of-seller-pays-second',
    'the third release to one seller pays what the second paid',
    (rules) => {
      const paid = new WeakMap<object, Map<string, number[]>>();
      return move('released', 'amount less fee', {
        what: (escrow) => {
          const own = escrow.amount - (escrow.feeAmount ?? 0);
          const sellers = paid.get(escrow.merchant) ?? new Map<string, number[]>();
          const before = sellers.get(escrow.sellerWalletId) ?? [];
          paid.set(escrow.merchant, sellers.set(escrow.sellerWalletId, [...before, own]));
          return before.length === 2 ? (before[1] ?? own) : own;
        },
      })(rules);
    },
  ),
  mutant(
    'balance.refund-subtracts',
    'blind-sixth-refund-costs-nothing',
    "a merchant's sixth successful refund leaves the balance as it was",
    (rules) => {
      const done = new WeakMap<object, number>();
      return also('refund', 'settlement succeeds', ({ merchant, amount }) => {
        done.set(merchant, (done.get(merchant) ?? 0) + 1);
        if (done.get(merchant) === 6) merchant.balance += amount;
      })(rules);
    },
  ),
];
