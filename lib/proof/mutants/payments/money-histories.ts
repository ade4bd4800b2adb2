/** Defects of refunds, payouts, banks and the balance that show only after certain earlier requests. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Checkout } from '../../reference/rules/records.ts';
import { afterRefusal, refusedTakesReference } from '../after-refusal.ts';
import { addedTransition, functions, guard, shows, sum, transition } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { before, isAt, pause } from '../steps.ts';

const refunds: readonly Mutant[] = [
  mutant(
    'refund.amount-huge',
    'refund-amount-in-32-bits',
    'what is left is compared in 32 bits',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body }) =>
        payment !== undefined && ((body.integer('amount') ?? 0) | 0) + payment.refunding > payment.amount,
    }),
  ),
  mutant(
    'refund.refused-refunds-nothing',
    'refund-of-pending-refused-yet-refunded',
    'a refund refused because the checkout is pending adds to its refundedAmount',
    afterRefusal('createRefund', 409, ({ payment, body }) => {
      if (payment?.status === 'pending') payment.refundedAmount += body.integer('amount') ?? 0;
    }),
  ),
  mutant(
    'refund.any-time-later',
    'refund-within-a-day-only',
    'a checkout that was paid more than 24 hours ago cannot be refunded',
    guard('refund.payment-not-paid', {
      refuses: ({ payment, service }) =>
        payment !== undefined &&
        (payment.status !== 'succeeded' || service.clock.now() - Date.parse(payment.paidAt ?? '') > 24 * 3_600_000),
    }),
  ),
  mutant(
    'refund.concurrent-all-that-fit',
    'refunds-at-once-refuse-each-other',
    'refunds that are looked at at once count against each other, also where they are refused',
    refusesEachOther(),
  ),
];

const payouts: readonly Mutant[] = [
  mutant(
    'payout.live-limit-follows',
    'payout-limit-counts-unpaid',
    'what unpaid checkouts would bring counts for a live payout',
    guard('payout.balance', {
      refuses: ({ merchant, body }) => {
        const unpaid = [...merchant.records.checkout.values()].filter(({ status }) => status === 'pending');
        const expected = unpaid.reduce((total, { amount }) => total + amount, 0);
        return (body.integer('amount') ?? 0) > merchant.balance + expected;
      },
    }),
  ),
  mutant(
    'payout.live-refused-creates-nothing',
    'payout-refused-for-balance-takes-reference',
    'the reference of a payout refused for the balance counts as used',
    refusedTakesReference('createPayout', 422, 'live'),
  ),
  mutant(
    'payout.listed-bank-accepted',
    'payout-last-bank-unknown',
    'the last bank of the list is not known by its name',
    functions(({ matchBank }) => ({
      matchBank: (name) => (/^zenith/i.test(name) ? undefined : matchBank(name)),
    })),
  ),
];

const balances: readonly Mutant[] = [
  mutant(
    'bank.codes-differ',
    'bank-code-twice',
    'two banks have one code',
    shows('listBanks', ({ banks }) => {
      const [first, ...rest] = banks as { code: string }[];
      return { banks: [first, ...rest.map((bank, at) => (at === 4 ? { ...bank, code: first?.code } : bank))] };
    }),
  ),
  mutant(
    'balance.unpaid-adds-nothing',
    'balance-adds-failed-payments',
    'a payment that failed adds to the balance',
    sum('balance', 'checkout', { while: ['succeeded', 'failed'] }),
  ),
  mutant(
    'balance.paid-once',
    'balance-adds-second-payment',
    'a second payment of a paid checkout adds to the balance once more',
    addedTransition('checkout', {
      from: 'succeeded',
      on: 'pay',
      to: 'succeeded',
      sends: null,
      also: ({ merchant, amount }) => {
        merchant.balance += amount;
      },
    }),
  ),
  mutant(
    'balance.refused-moves-nothing',
    'balance-less-refused-payouts',
    'a payout refused for its bank lowers the balance',
    afterRefusal('createPayout', 422, ({ environment, merchant, body }) => {
      if (environment.name === 'sandbox') merchant.balance -= body.integer('amount') ?? 0;
    }),
  ),
  mutant(
    'balance.is-the-sum',
    'balance-adds-expired',
    'a checkout that expires adds to the balance',
    transition('checkout', 'not paid in time', {
      also: (record) => {
        const checkout = record as Checkout;
        checkout.failureReason = 'expired';
        checkout.merchant.balance += checkout.amount;
      },
    }),
  ),
];

export const moneyHistoryMutants: readonly Mutant[] = [...refunds, ...payouts, ...balances];

/** Reserves the amount before checking it, and releases it on refusal: meanwhile concurrent refunds are refused too. */
function refusesEachOther(): Change {
  const taken = new Map<Checkout, number>();
  return before('checkGuards', async (asked, next) => {
    const { body, payment, service } = asked;
    if (!isAt(asked, 'createRefund') || payment === undefined) return next();
    const amount = body.integer('amount') ?? 0;
    taken.set(payment, (taken.get(payment) ?? 0) + amount);
    try {
      await pause(30);
      const rule = service.rules.guards.find(({ id }) => id === 'refund.exceeds-paid');
      if (payment.status === 'succeeded' && payment.refunding + (taken.get(payment) ?? 0) > payment.amount && rule) {
        await pause(30);
        throw new Refusal(rule, rule.message(asked));
      }
      return await next();
    } finally {
      taken.set(payment, (taken.get(payment) ?? 0) - amount);
    }
  });
}
