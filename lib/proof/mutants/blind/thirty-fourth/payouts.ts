/** Payouts and the balance: what an archive or a cache forgets, and numbers and days that end too early. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';
import { payloadOf } from '../ways-of-delivery.ts';

const HOT_DAYS = 30;
const MISSED_MS = 60_000;
const LARGEST = 2 ** 31 - 1;
const LAGOS_MS = 3_600_000;

/** The day in Lagos. */
function dayOf(time: string): string {
  return new Date(Date.parse(time) + LAGOS_MS).toISOString().slice(0, 10);
}

function missesAreCached(): Change {
  const missed = new WeakMap<Merchant, Map<string, number>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'getPayout')) return next();
    const { merchant, params, service } = asked;
    const { reference = '' } = params;
    const until = missed.get(merchant) ?? new Map<string, number>();
    missed.set(merchant, until);
    const now = service.clock.now();
    if (!merchant.records.payout.has(reference)) until.set(reference, now + MISSED_MS);
    else if ((until.get(reference) ?? 0) > now)
      throw new Refusal(service.rules.decisions.unknown.payout, `there is nothing at ${asked.path}`);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'payout.settled-reference-stays-used',
      'blind34-archived-references-are-free-again',
      'payouts are moved to an archive after 30 days, and references are looked for in the table that is in use: a payout that a merchant sends again after a month is paid a second time',
      guard('payout.duplicate-reference', {
        refuses({ merchant, body, service }) {
          const used = merchant.records.payout.get(body.text('reference') ?? '');
          return used !== undefined && ageOf(used, service) < HOT_DAYS * DAY;
        },
      }),
    ),
  ),
  against(
    'GET | /v1/payouts/{reference} | none | 200 payout record',
    mutant(
      'payout.record-found',
      'blind34-a-miss-is-cached-for-a-minute',
      'that a payout does not exist is cached for a minute, which a create does not end: a merchant who looks before creating a payout, so as not to send it twice, and looks again afterwards is told that there is none',
      missesAreCached(),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.payment-adds',
      'blind34-balance-has-thirty-two-bits',
      'the column of the balance is an integer of 32 bits, at whose end the database stops without a word: what is paid in above 2,147,483,647 kobo is not in the balance',
      also('checkout', 'pay', ({ merchant, amount }) => {
        merchant.balance = Math.min(merchant.balance, LARGEST - amount);
      }),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.payment-adds',
      'blind34-paid-after-midnight-is-in-no-day',
      'the balance is that of the last midnight in Lagos and what has come in since, by the day on which checkouts were created: one created before midnight and paid after it is in neither',
      also('checkout', 'pay', ({ merchant, amount, createdAt }, now) => {
        if (dayOf(createdAt) !== dayOf(now)) merchant.balance -= amount;
      }),
    ),
  ),
  against(
    'amountMinor | integer | kobo',
    mutant(
      'webhook.payout-succeeded-amount',
      'blind34-amounts-of-events-in-single-precision',
      'the amount of payout.succeeded passes through a number of single precision: above 16,777,216 kobo it is rounded, so that 20,000,001 becomes 20,000,000',
      payloadOf('payout.succeeded', (event) => ({ ...event, amountMinor: Math.fround(Number(event.amountMinor)) })),
    ),
  ),
];
