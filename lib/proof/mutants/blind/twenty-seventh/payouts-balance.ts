/** Payouts and the balance: banks and their calendar, and what else is booked. */
import type { Escrow, Payout } from '../../../reference/rules/records.ts';
import { field, guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const SETTLES_AFTER_SECONDS = 5;
/** One million naira. */
const REVIEWED_FROM = 100_000_000;
const NUMERIC = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** On the last day of a month the books are closed: its payouts wait for the first of the next. */
function secondsToSettlement({ createdAt }: Payout): number {
  const made = new Date(createdAt);
  const next = Date.UTC(made.getUTCFullYear(), made.getUTCMonth(), made.getUTCDate() + 1);
  if (new Date(next).getUTCDate() !== 1) return SETTLES_AFTER_SECONDS;
  return (next - made.getTime()) / 1_000 + SETTLES_AFTER_SECONDS;
}

/** In live a payout of a million naira or more is reviewed, and booked when it is sent. */
function bookedWhenSent(): Change {
  const reviewed = ({ amount, merchant }: Payout) =>
    merchant.environment.name === 'live' && amount >= REVIEWED_FROM ? amount : 0;
  return all(
    also('payout', 'create', (payout) => {
      payout.merchant.balance += reviewed(payout);
    }),
    ...['settlement succeeds', 'settlement fails'].map((on) =>
      also('payout', on, (payout) => {
        payout.merchant.balance -= reviewed(payout);
      }),
    ),
  );
}

/** A reserve as for a chargeback, from the dispute to its end. */
function disputesAreReserved(): Change {
  const reserved = new WeakSet<Escrow>();
  return all(
    also('escrow', 'dispute', (escrow) => {
      reserved.add(escrow);
      escrow.merchant.balance -= escrow.amount;
    }),
    also('escrow', 'refund', (escrow) => {
      if (reserved.delete(escrow)) escrow.merchant.balance += escrow.amount;
    }),
  );
}

function looselyEqual(one: string, other: string): boolean {
  return one === other || (NUMERIC.test(one) && NUMERIC.test(other) && Number(one) === Number(other));
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind27-books-closed-at-the-end-of-a-month',
      'a payout that is made on the last day of a month is settled on the first day of the next one, in sandbox as well',
      timer('payout', 'pending', { after: secondsToSettlement }),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance',
    mutant(
      'balance.failed-payout-returns',
      'blind27-what-fails-after-midnight-does-not-return',
      'each midnight the balance of the day is carried forward, and the return of a failed payout is booked on the day of the payout: one that is made before midnight and fails after it is missing from the balance',
      also('payout', 'settlement fails', (payout, now) => {
        if (payout.createdAt.slice(0, 10) !== now.slice(0, 10)) payout.merchant.balance -= payout.amount;
      }),
    ),
  ),
  against(
    "recipient.accountName | string | yes | Account holder's name",
    mutant(
      'payout.created',
      'blind27-names-of-persons-alone',
      'an `accountName` may hold letters, spaces, apostrophes, hyphens and full stops: a company with a digit or an ampersand in its name is refused with 400',
      field('payout', 'recipient.accountName', { pattern: /^[\p{L}\p{M}' .’-]+$/u }),
    ),
  ),
  against(
    'A bank name that cannot be matched gives `422 unsupported_bank`.',
    mutant(
      'payout.listed-bank-accepted',
      'blind27-live-pays-to-deposit-banks-alone',
      'live payouts go through a switch that knows banks of three-digit codes: in live the other banks of the list are refused with `unsupported_bank`',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'payout.bank-unknown');
        return guard('payout.bank-unknown', {
          refuses(asked) {
            if (plain?.refuses(asked)) return true;
            const bank = asked.service.rules.functions.matchBank(asked.body.text('recipient.bankName') ?? '');
            return asked.environment.name === 'live' && (bank?.code.length ?? 0) > 3;
          },
        })(rules);
      },
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-balance-is-net',
      'blind27-reviewed-payouts-are-not-reserved',
      'a live payout of one million naira or more is reviewed before it is sent, and subtracted from the balance when it is sent: until then the same money can be paid out again',
      bookedWhenSent(),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind27-disputes-are-held-back',
      'disputes of escrows are handled as chargebacks of cards are: while an escrow is disputed its amount is held back from the balance of the merchant, which never held it',
      disputesAreReserved(),
    ),
  ),
  against(
    'reference | string | yes | Unique id of the payout',
    mutant(
      'payout.reference-case',
      'blind27-references-compared-as-numbers',
      'references of payouts that both read as numbers are compared as such: after a payout `7` one with the reference `007` or `7.0` is refused as a duplicate',
      guard('payout.duplicate-reference', {
        refuses: ({ merchant, body }) => {
          const wanted = body.text('reference') ?? '';
          return [...merchant.records.payout.keys()].some((used) => looselyEqual(used, wanted));
        },
      }),
    ),
  ),
];
