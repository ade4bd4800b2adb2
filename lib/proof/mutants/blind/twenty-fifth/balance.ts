/** The balance: what a cache, a nightly snapshot, a row that is saved whole and a column do to it. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { guard, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR } from '../ways.ts';

const CACHED_MS = 300_000;
const LARGEST_INT = 2_147_483_647;

function cachedByTheApi(): Change {
  const cached = new WeakMap<Merchant, { value: number; until: number }>();
  const forget = ({ merchant }: { merchant: Merchant }) => void cached.delete(merchant);
  return all(
    also('checkout', 'pay', forget),
    also('refund', 'create', forget),
    also('payout', 'create', forget),
    shows('getBalance', (body, { asked: { merchant, service } }) => {
      const now = service.clock.now();
      const known = cached.get(merchant);
      if (known !== undefined && known.until > now) return { ...body, availableMinor: known.value };
      cached.set(merchant, { value: merchant.balance, until: now + CACHED_MS });
      return body;
    }),
  );
}

/** What the entries of the last hour before today, in UTC, have added up to. */
function lastHourOfYesterday({ records }: Merchant, now: number): number {
  const until = Math.floor(now / (DAY * 1_000)) * DAY * 1_000;
  const within = (time: string | null) =>
    time !== null && Date.parse(time) >= until - HOUR * 1_000 && Date.parse(time) < until;
  const paid = [...records.checkout.values()].filter(({ paidAt }) => within(paidAt));
  const gone = [...records.refund.values(), ...records.payout.values()].filter(
    ({ createdAt, status }) => status !== 'failed' && within(createdAt),
  );
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  return sum(paid) - sum(gone);
}

function snapshotOfAnotherZone(): Change {
  return all(
    shows('getBalance', (body, { asked: { merchant, service } }) => ({
      ...body,
      availableMinor: merchant.balance - lastHourOfYesterday(merchant, service.clock.now()),
    })),
    guard('payout.balance', {
      refuses: ({ merchant, body, service }) =>
        (body.integer('amount') ?? 0) > merchant.balance - lastHourOfYesterday(merchant, service.clock.now()),
    }),
  );
}

function savedWhole(): Change {
  return before('act', async (asked, next) => {
    if (!isAt(asked, 'createPayout')) return next();
    const { merchant } = asked;
    const read = merchant.balance;
    await pause(40);
    merchant.balance = read;
    return next();
  });
}

function inAnIntColumn(): Change {
  return shows('getBalance', (body, { asked }) => ({
    ...body,
    availableMinor: Math.min(asked.merchant.balance, LARGEST_INT),
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'balance.failed-refund-subtracts-nothing',
      'blind25-the-worker-forgets-its-own-cache-only',
      'the balance is cached for five minutes in the memory of the process, and forgotten by the process that changes it: what a request or a payment changes is seen at once, but when a refund or payout fails, in the worker, a balance that was read while it was pending is answered still',
      cachedByTheApi(),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind25-the-snapshot-ends-an-hour-before-today',
      'the balance is the nightly snapshot, of the day in Lagos, and the entries of today, of the day in UTC: those made between 23:00 and 24:00 UTC are missing from it the whole of the next day',
      snapshotOfAnotherZone(),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payout-subtracts',
      'blind25-payouts-save-the-balance-that-they-read',
      'a payout reads the row of its merchant, and saves it whole with the balance that it computed: of payouts at once, or of a payment meanwhile, only the last one saved is in the balance',
      savedWhole(),
    ),
  ),
  against(
    'All amounts are integers in minor units (kobo).',
    mutant(
      'balance.payment-adds',
      'blind25-the-balance-is-an-int-column',
      'the balance is in a column of 32 bits, and the database puts the largest number there where a larger one is saved: two large payments are answered as 2147483647 kobo',
      inAnIntColumn(),
    ),
  ),
];
