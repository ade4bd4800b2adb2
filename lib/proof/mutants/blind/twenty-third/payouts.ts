/** Payouts, the balance that they are paid from, and the list of banks. */
import type { Merchant, Payout, Refund } from '../../../reference/rules/records.ts';
import type { Rulebook } from '../../../reference/rules/rulebook.ts';
import { functions, guard, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';

const ARCHIVED_AFTER = 30 * DAY;
/** Real time in which a payment's transaction stores its receipt, in milliseconds. */
const RECEIPT_MS = 40;

/** The sum takes the whole amount off behind this, and so arrives at 0 where it would fall below. */
function takesWhatThereIs({ merchant, amount }: Payout | Refund): void {
  merchant.balance = Math.max(merchant.balance, amount);
}

function settledAgainUntilTold(): Change {
  const failed = new Set<Payout>();
  return all(
    also('payout', 'settlement fails', (payout) => {
      failed.add(payout);
    }),
    functions(({ acknowledges }) => ({
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (acknowledged || delivery?.event !== 'payout.failed') return acknowledged;
        for (const payout of failed)
          if (payout.reference === delivery.reference && payout.merchant.deliveries.includes(delivery))
            payout.merchant.balance += payout.amount;
        return acknowledged;
      },
    })),
  );
}

function uniqueAmongRecentOnes(): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'payout.duplicate-reference');
    return guard('payout.duplicate-reference', {
      refuses: (asked) => {
        const known = asked.merchant.records.payout.get(asked.body.text('reference') ?? '');
        const archived =
          known !== undefined && known.status !== 'pending' && ageOf(known, asked.service) > ARCHIVED_AFTER;
        return !archived && (plain?.refuses(asked) ?? false);
      },
    })(rules);
  };
}

/** Each payment under way has read what was written last: the amounts of the others under way are not in that. */
function readAtTheStartWrittenAtTheEnd(): Change {
  const written = new WeakMap<Merchant, { balance: number; underWay: number }>();
  return also('checkout', 'pay', ({ merchant, amount }) => {
    const last = written.get(merchant);
    const state = last !== undefined && last.underWay > 0 ? last : { balance: merchant.balance, underWay: 0 };
    written.set(merchant, state);
    state.underWay += 1;
    const read = state.balance;
    setTimeout(() => {
      state.underWay -= 1;
      state.balance = read + amount;
      merchant.balance = state.balance;
    }, RECEIPT_MS).unref();
  });
}

function emptyOnceStale(): Change {
  return (rules: Rulebook) => {
    let loadedAt: number | undefined;
    return shows('listBanks', (body, { asked }) => {
      const now = asked.service.clock.now();
      loadedAt ??= now;
      return now - loadedAt < DAY * 1_000 ? body : { ...body, banks: [] };
    })(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance',
    mutant(
      'balance.failed-payout-returns',
      'blind23-balance-stops-at-zero',
      'the column of the balance is unsigned, so what is taken off stops at 0; a payout above the balance takes what there is, and when it fails its whole amount comes back',
      also('payout', 'create', takesWhatThereIs),
      also('refund', 'create', takesWhatThereIs),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind23-unheard-failure-is-booked-again',
      'one job gives the amount of a failed payout back and sends the event, and it is the job that is tried again where the receiver does not acknowledge: each of its further attempts that is refused gives the amount back once more',
      settledAgainUntilTold(),
    ),
  ),
  against(
    'duplicate_reference | Reference already used',
    mutant(
      'payout.settled-reference-stays-used',
      'blind23-archived-payout-frees-its-reference',
      'settled payouts go to an archive after 30 days, and the unique index is that of the live table: from then on their references are accepted again',
      uniqueAmongRecentOnes(),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind23-payments-at-once-add-one-of-them',
      'a payment reads the balance at its start, stores its receipt, and writes the sum at its end without a lock: of payments that overlap, and of refunds and payouts meanwhile, only the last writer counts',
      readAtTheStartWrittenAtTheEnd(),
    ),
  ),
  against(
    '`GET /v1/banks` lists Nigerian banks and their codes.',
    mutant(
      'bank.has-code',
      'blind23-bank-list-is-empty-after-a-day',
      'the list is kept for a day from its first use; after that it is asked for again from a directory that answers nothing, and the nothing is shown as an empty list',
      emptyOnceStale(),
    ),
  ),
  against(
    '`failureReason` (string or null)',
    mutant(
      'payout.record-nulls',
      'blind23-failure-reason-is-the-number-of-the-bank',
      'the response code of the bank is passed on as it comes, a number, in place of a text',
      also('payout', 'settlement fails', (payout) => {
        Object.assign(payout, { failureReason: 91 });
      }),
    ),
  ),
];
