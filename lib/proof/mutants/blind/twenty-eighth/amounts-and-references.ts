/** Amounts other than those of the samples, and references that are taken for others. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const LARGEST_PAYOUT = 2_000_000_000;
const LARGEST_INT = 2_147_483_647;
const DUPLICATE = { status: 409, code: 'duplicate_reference' };

/** The limit of the form is that of the sandbox alone; in live a guard compares with the balance. */
const limitedByTheBalanceAlone = around('checkFields', (own) => (asked, next) => {
  const { amount } = asked.body.value;
  const above = Number.isSafeInteger(amount) && Number(amount) > LARGEST_PAYOUT;
  if (!isAt(asked, 'createPayout') || asked.environment.name !== 'live' || !above) return own(asked, next);
  asked.body.value.amount = LARGEST_PAYOUT;
  return own(asked, () => {
    asked.body.value.amount = amount;
    return next();
  });
});

function keptInAnInt(): Change {
  const seen = new WeakSet<Merchant>();
  return before('limitRate', ({ merchant }, next) => {
    if (!seen.has(merchant)) {
      seen.add(merchant);
      let { balance } = merchant;
      Object.defineProperty(merchant, 'balance', {
        get: () => balance,
        set(value: number) {
          balance = Math.min(value, LARGEST_INT);
        },
      });
    }
    return next();
  });
}

const alikeWithUnderscores = before('checkGuards', (asked, next) => {
  const reference = asked.body.text('paymentReference') ?? '';
  if (!isAt(asked, 'createRefund') || asked.payment !== undefined || !reference.includes('_')) return next();
  const parts = reference.split('_').map((part) => part.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&'));
  const like = new RegExp(`^${parts.join('.')}$`);
  asked.payment = [...asked.merchant.records.checkout.values()].find((each) => like.test(each.reference));
  return next();
});

function lockedForAll(): Change {
  const locks = new WeakMap<Environment, Set<string>>();
  return before('checkGuards', async (asked, next) => {
    if (!isAt(asked, 'createCheckout')) return next();
    const locked = locks.get(asked.environment) ?? new Set();
    locks.set(asked.environment, locked);
    const reference = asked.body.text('reference') ?? '';
    if (locked.has(reference)) throw new Refusal(DUPLICATE, `the reference ${reference} is already used`);
    locked.add(reference);
    try {
      await pause(100);
      return await next();
    } finally {
      locked.delete(reference);
    }
  });
}

const comparedAsNumbers = before('checkGuards', (asked, next) => {
  const reference = asked.body.text('reference') ?? '';
  if (!isAt(asked, 'createPayout') || !/^[0-9]+$/.test(reference)) return next();
  for (const used of asked.merchant.records.payout.keys())
    if (/^[0-9]+$/.test(used) && Number(used) === Number(reference))
      throw new Refusal(DUPLICATE, `the reference ${reference} is already used`);
  return next();
});

export const found: readonly BlindMutant[] = [
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind28-says-whole-naira',
      'the message gives what is left in naira, cut to whole ones: where kobo are left as well it names too little',
      guard('refund.exceeds-paid', {
        message: ({ payment }) => {
          const left = payment ? payment.amount - payment.refunding : 0;
          return `the amount is more than what is left to refund: ${Math.floor(left / 100)} naira`;
        },
      }),
    ),
  ),
  against(
    'Payout amount | min 10,000, max 2,000,000,000 kobo',
    mutant(
      'payout.amount-too-large',
      'blind28-live-payout-limited-by-balance-alone',
      'the largest amount of a payout is looked up in the settings of the environment, and live has none, as the balance limits it there: a merchant with a balance of more than 2,000,000,000 kobo can pay out more than that at once',
      limitedByTheBalanceAlone,
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.payment-adds',
      'blind28-balance-in-an-int-column',
      'the balance is kept in an INT column of a database that stores the largest possible value instead of a larger one: it stops growing at 2,147,483,647 kobo',
      keptInAnInt(),
    ),
  ),
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`',
    mutant(
      'refund.payment-not-found',
      'blind28-payment-found-with-like',
      'the checkout of a refund is looked up with LIKE, for which `_` stands for any character: a `paymentReference` with `_` that nothing has finds a checkout that has another sign there',
      alikeWithUnderscores,
    ),
  ),
  against(
    'reference | string | yes | Unique per merchant',
    mutant(
      'checkout.reference-unique-per-merchant',
      'blind28-reference-locked-for-all-merchants',
      'while a checkout is made its reference is locked against a second one, by its name alone and not its merchant: of two merchants that use one reference at the same moment one is refused',
      lockedForAll(),
    ),
  ),
  against(
    'reference | string | yes | Unique id of the payout',
    mutant(
      'payout.reference-case',
      'blind28-references-of-digits-are-numbers',
      'the index of payouts compares references of digits alone as numbers: those of 17 digits or more that differ at their end, and those that differ by zeros in front, are refused as used',
      comparedAsNumbers,
    ),
  ),
];
