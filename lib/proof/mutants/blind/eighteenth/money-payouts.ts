/** Payouts and the balance: writes that overlap, sums in naira, charges of banks, and money that arrives another way. */
import type { Checkout, Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** Real time between reading the balance and writing it, in milliseconds. */
const WRITE_MS = 20;
/** Accounts that the document names. */
const NAMED = ['0000000000', '0123456789'];
const WEIGHTS = [3, 7, 3];

/** A payout reads the balance, is made, and writes the balance that it read, less its amount. */
function balanceWrittenBack(): Change {
  return before('act', async (asked, next) => {
    if (!isAt(asked, 'createPayout')) return next();
    const { merchant, body } = asked;
    const read = merchant.balance;
    await pause(WRITE_MS);
    const reply = await next();
    merchant.balance = read - (body.integer('amount') ?? 0);
    return reply;
  });
}

/** The last digit of a NUBAN is made of the bank's code and the other nine; only codes of three digits are known to it. */
function wrongCheckDigit({ service, body }: Case): boolean {
  const account = body.text('recipient.accountNumber') ?? '';
  const code = service.rules.functions.matchBank(body.text('recipient.bankName') ?? '')?.code ?? '';
  if (NAMED.includes(account) || code.length !== 3) return false;
  const digits = [...code, ...account.slice(0, -1)].map(Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (WEIGHTS[at % WEIGHTS.length] ?? 0), 0);
  return (10 - (sum % 10)) % 10 !== Number(account.at(-1));
}

function checkDigitsChecked(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'payout.check-digit',
        at: ['createPayout'],
        words: 'the last digit of the account number does not fit its bank',
        refuses: wrongCheckDigit,
        status: 400,
        code: 'invalid_request',
        message: () => 'recipient.accountNumber is not a valid NUBAN of this bank',
      },
    ],
  });
}

/** What banks charge for a transfer, by its amount, in kobo. */
function chargeOf(amount: number): number {
  if (amount <= 500_000) return 1_000;
  return amount <= 5_000_000 ? 2_500 : 5_000;
}

/** The balance as a sum of naira in floating point. */
function nairaOf({ records }: Merchant): number {
  let sum = 0;
  for (const { status, amount } of records.checkout.values()) if (status === 'succeeded') sum += amount / 100;
  for (const { status, amount } of records.refund.values()) if (status !== 'failed') sum -= amount / 100;
  for (const { status, amount } of records.payout.values()) if (status !== 'failed') sum -= amount / 100;
  return sum;
}

/** A transfer to the account of a checkout that has failed is money of the merchant that belongs to no order. */
function lateTransfersCredited(): Change {
  const credited = new WeakSet<Checkout>();
  return pages(({ payCheckout }) => ({
    payCheckout(service, checkout, form) {
      if (form.get('method') === 'transfer' && checkout.status === 'failed' && !credited.has(checkout)) {
        credited.add(checkout);
        checkout.merchant.balance += checkout.amount;
      }
      return payCheckout(service, checkout, form);
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payout-subtracts',
      'blind18-balance-written-back-with-the-payout',
      'a payout reads the balance, is made, and writes the balance less its amount: of two payouts that are made at once the balance is lowered by one alone',
      balanceWrittenBack(),
    ),
  ),
  against(
    'Sandbox: account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind18-check-digit-of-the-account-number',
      'a library for NUBANs checks the last digit against the code of the bank, and the two accounts of the document are let through: most other numbers of 10 digits are refused with 400',
      checkDigitsChecked(),
    ),
  ),
  against(
    'payout.failed: A payout failed; its amount is back in the balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind18-failed-payout-returns-less-its-charge',
      'a transfer that is returned comes back less the charge of the bank, and what comes back is booked: of a failed payout 10, 25 or 50 naira are missing from the balance',
      also('payout', 'settlement fails', ({ merchant, amount }) => {
        merchant.balance -= chargeOf(amount);
      }),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-payout-of-balance',
      'blind18-limit-added-up-in-naira',
      'the limit of live payouts adds up naira as floating-point numbers: of payments of 10,010 and 20,020 kobo it makes a little less than 300.3, and refuses a payout of all 30,030',
      guard('payout.balance', {
        refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) / 100 > nairaOf(merchant),
      }),
    ),
  ),
  against(
    'The buyer pays on a hosted page by card or bank transfer. `GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind18-transfers-are-not-paid-in',
      'the balance is the sum of what the card processor has captured, and transfers arrive by another provider: a checkout that is paid by bank transfer on its page adds nothing',
      (rules) =>
        also('checkout', 'pay', ({ merchant, amount, paymentMethod }) => {
          if (paymentMethod === rules.decisions.paymentMethods.transfer) merchant.balance -= amount;
        })(rules),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed. A new attempt needs a new checkout. `GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.unpaid-adds-nothing',
      'blind18-late-transfer-credited-all-the-same',
      'who announces a transfer on the page of a checkout that has failed or expired is refused, and the amount is credited to the merchant as money without an order: the balance grows',
      lateTransfersCredited(),
    ),
  ),
];
