/** Payouts, the list of banks and the account check: what protects against mistakes, and what remembers too long or too little. */

import type { Environment, Merchant, Payout } from '../../../reference/rules/records.ts';
import { guard, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';

const MINUTE_MS = 60_000;

/** A failure of the bank stops payouts to it for a minute. The time of a payout stands for that of its settlement. */
function breakerPerBank(): Change {
  const failedAt = new WeakMap<Merchant, Map<string | null, number>>();
  return (rules) => {
    const plain = rules.timers.find((each) => each.kind === 'payout');
    const on = (payout: Payout): string => {
      const outcome = plain?.kind === 'payout' && typeof plain.on === 'function' ? plain.on(payout) : '';
      const failures = failedAt.get(payout.merchant) ?? new Map<string | null, number>();
      failedAt.set(payout.merchant, failures);
      const { bankCode } = payout.recipient;
      const made = Date.parse(payout.createdAt);
      if (outcome === 'settlement fails') failures.set(bankCode, made);
      const open = made - (failures.get(bankCode) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS;
      return open ? 'settlement fails' : outcome;
    };
    return timer('payout', 'pending', { on })(rules);
  };
}

function reversalsKeyedByAccountAndAmount(): Change {
  const booked = new WeakMap<Merchant, Set<string>>();
  return also('payout', 'settlement fails', ({ merchant, amount, recipient }) => {
    const reversals = booked.get(merchant) ?? new Set<string>();
    booked.set(merchant, reversals);
    const key = `${recipient.accountNumber} ${amount}`;
    // The sums of the reference give the amount back; a reversal that conflicts with one before does not.
    if (reversals.has(key)) merchant.balance -= amount;
    reversals.add(key);
  });
}

/** The sum is kept for a minute where it was read. Payouts and refunds drop it, payments do not. */
function balanceAsLastRead(): Change {
  const read = new WeakMap<Merchant, { amount: number; until: number }>();
  return all(
    answers('getBalance', (reply, { merchant, service }) => {
      read.set(merchant, { amount: merchant.balance, until: service.clock.now() + MINUTE_MS });
      return reply;
    }),
    answers(['createPayout', 'createRefund'], (reply, { merchant }) => {
      if (reply.status === 201) read.delete(merchant);
      return reply;
    }),
    guard('payout.balance', {
      refuses({ merchant, body, service }) {
        const kept = read.get(merchant);
        const available = kept && kept.until > service.clock.now() ? kept.amount : merchant.balance;
        return (body.integer('amount') ?? 0) > available;
      },
    }),
  );
}

function unknownIsRemembered(): Change {
  const unknown = new WeakMap<Environment, Map<string, number>>();
  return guard('account.unknown', {
    refuses({ service, environment, params }) {
      const known = unknown.get(environment) ?? new Map<string, number>();
      unknown.set(environment, known);
      const { walletId = '' } = params;
      const now = service.clock.now();
      if ((known.get(walletId) ?? 0) > now) return true;
      if (service.wallet(environment, walletId) !== undefined) return false;
      known.set(walletId, now + HOUR * 1_000);
      return true;
    },
  });
}

/** The first two letters of a word and its last one are kept. */
function lightlyMasked(name: string): string {
  return name
    .split(/\s+/u)
    .map((word) => {
      const letters = [...word];
      return letters.map((letter, at) => (at < 2 || at === letters.length - 1 ? letter : '*')).join('');
    })
    .join(' ');
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox: about 5 seconds after creation, account `0000000000` fails and every other 10-digit account, including `0123456789`, succeeds.',
    mutant(
      'payout.succeeds',
      'blind16-payout-breaker-opens-for-the-bank',
      "a failed payout opens the circuit breaker for its bank: the merchant's payouts to other accounts of that bank that are made within a minute of it fail as well",
      breakerPerBank(),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind16-payout-reversal-keyed-by-account-and-amount',
      'the entry that gives a failed payout back is named after its account and amount, and a second entry of one name is left out: a second failed payout of the same amount to the same account is not given back',
      reversalsKeyedByAccountAndAmount(),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'payout.live-limit-follows',
      'blind16-payout-checked-against-the-balance-last-read',
      'GET of the balance keeps the sum for a minute, and payouts are checked against what is kept: a payment that came in since the balance was read cannot be paid out',
      balanceAsLastRead(),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes. Each bank has a `code`.',
    mutant(
      'bank.has-code',
      'blind16-bank-list-of-live-as-the-switch-gives-it',
      'in live the list of banks is handed on as the switch gives it: its banks have a `bankCode` and no `code`',
      shows('listBanks', (body, { asked }) => {
        if (asked.environment.name !== 'live') return body;
        const listed = body.banks as { code: string; name: string }[];
        return { banks: listed.map(({ code, name }) => ({ bankName: name, bankCode: code })) };
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind16-account-short-names-stay-whole',
      'the account check keeps the first two letters and the last one of each word and masks those between: of a holder whose names have three letters, such as Ada Obi, nothing is masked',
      shows('getAccount', (body, { asked }) => {
        const wallet = asked.service.wallet(asked.environment, asked.params.walletId ?? '');
        return wallet ? { ...body, walletName: lightlyMasked(wallet.holderName) } : body;
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists. 200 account (masked name).',
    mutant(
      'account.known-wallet',
      'blind16-account-unknown-is-remembered',
      'that a wallet does not exist is kept for an hour: one that was asked for before it was opened is unknown to the account check for the rest of that hour',
      unknownIsRemembered(),
    ),
  ),
];
