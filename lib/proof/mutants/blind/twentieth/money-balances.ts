/** The balance: a table of payments that two kinds share, and a reserve that a plan holds back. */
import type { Escrow, Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY } from '../ways.ts';

const RESERVE_DAYS = 90;
const RESERVE_PERCENT = 5;

/** From its payment to its end an escrow is a payment like any other. */
function heldMoneyIsPaidIn(): Change {
  const adds =
    (sign: 1 | -1) =>
    ({ merchant, amount }: Escrow): void => {
      merchant.balance += sign * amount;
    };
  const ends = ['release', 'no report in time', 'refund'];
  return all(also('escrow', 'pay', adds(1)), ...ends.map((on) => also('escrow', on, adds(-1))));
}

function reserveOf({ records }: Merchant, now: number): number {
  let paidIn = 0;
  for (const { amount, paidAt } of records.checkout.values())
    if (paidAt !== null && Date.parse(paidAt) > now - RESERVE_DAYS * DAY * 1_000) paidIn += amount;
  return Math.ceil((paidIn * RESERVE_PERCENT) / 100);
}

export const found: readonly BlindMutant[] = [
  against(
    'Balance: the amount available to pay out in kobo (paid in, minus refunds and payouts). funded: money held, seller cannot spend it, buyer cannot take it back.',
    mutant(
      'balance.is-the-sum',
      'blind20-held-money-is-paid-in',
      'what buyers pay is one table of payments, for checkouts and escrows, and the balance adds it up: as long as an escrow is funded or disputed its amount is in the balance of the merchant, and in live it can be paid out',
      heldMoneyIsPaidIn(),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-payout-of-balance',
      'blind20-reserve-of-the-plan-for-new-merchants',
      'against chargebacks the plan of new merchants holds back 5 % of each payment for 90 days: in live a payout of all that GET of the balance shows is refused with 422 insufficient_balance',
      guard('payout.balance', {
        refuses: ({ body, merchant, service }) =>
          (body.integer('amount') ?? 0) > merchant.balance - reserveOf(merchant, service.clock.now()),
      }),
    ),
  ),
];
