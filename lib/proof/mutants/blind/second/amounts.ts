/** Amounts beyond those that lie at hand. */
import { event, field, guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.is-the-sum',
      'blind-balance-wraps',
      'a balance above 2^32 is shown modulo 2^32',
      shows('getBalance', (body) => {
        const amount = Number(body.availableMinor);
        return { ...body, availableMinor: amount > 2 ** 32 ? amount % 2 ** 32 : amount };
      }),
    ),
  ),
  against(
    'A receiver should check `amountMinor` and `currency` against the order before marking it paid.',
    mutant(
      'webhook.payout-succeeded-amount',
      'blind-event-amount-of-eight-digits',
      'the amountMinor of payout.succeeded has eight digits that count',
      event('payout.succeeded', (carried) => ({
        ...carried,
        amountMinor: Number(Number(carried.amountMinor).toPrecision(8)),
      })),
    ),
  ),
  against(
    'Payout amount | min 10,000, max 2,000,000,000 kobo',
    mutant(
      'payout.amount-largest',
      'blind-payout-limit-with-charge',
      'a payout is compared with its limit together with a charge of 10 naira',
      field('payout', 'amount', { max: 2_000_000_000 - 1_000 }),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed',
    mutant(
      'refund.amount-smallest',
      'blind-refund-below-a-naira',
      'a refund of less than 100 kobo is refused unless it is all that is left',
      (rules) => ({
        ...rules,
        guards: [
          ...rules.guards,
          {
            id: 'refund.below-a-naira',
            at: ['createRefund'],
            words: 'the amount is less than a naira, and not the rest',
            refuses: ({ body, payment }) => {
              const amount = body.integer('amount') ?? 0;
              return payment !== undefined && amount < 100 && amount !== payment.amount - payment.refunding;
            },
            status: 400,
            code: 'invalid_request',
            message: () => 'amount must be at least 100',
          },
        ],
      }),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-payout-above-balance',
      'blind-balance-compared-in-naira',
      'a live payout is compared with the balance in whole naira',
      guard('payout.balance', {
        refuses: ({ merchant, body }) =>
          Math.floor((body.integer('amount') ?? 0) / 100) > Math.floor(merchant.balance / 100),
      }),
    ),
  ),
];
