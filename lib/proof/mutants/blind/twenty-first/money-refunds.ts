/** Refunds: the minimum of an acquirer for what is left, and a simulator that takes a card out of use. */
import type { Merchant, Refund } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const SMALLEST_PAYMENT = 100;
const OUT_OF_USE_MS = 10 * 60_000;

function leavesNothingOrAPayment(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'refund.small-rest',
        at: ['createRefund'],
        words: 'what is left is less than the smallest payment',
        refuses({ payment, body }) {
          const left = (payment?.amount ?? 0) - (payment?.refunding ?? 0) - (body.integer('amount') ?? 0);
          return left > 0 && left < SMALLEST_PAYMENT;
        },
        status: 400,
        code: 'invalid_request',
        message: () => `a refund must leave nothing, or at least ${SMALLEST_PAYMENT} kobo`,
      },
    ],
  });
}

/** A card is one with its buyer. The failure that was asked for takes it out of use for some minutes. */
function failureStaysWithTheCard(): Change {
  const outOfUse = new WeakMap<Merchant, Map<string, number>>();
  return timer('refund', 'pending', {
    on({ merchant, payment, reason, createdAt }: Refund) {
      if (merchant.environment.name !== 'sandbox') return 'settlement succeeds';
      const cards = outOfUse.get(merchant) ?? new Map<string, number>();
      outOfUse.set(merchant, cards);
      const buyer = payment?.email ?? '';
      const at = Date.parse(createdAt);
      if (reason === 'sandbox_fail') cards.set(buyer, at + OUT_OF_USE_MS);
      return at < (cards.get(buyer) ?? 0) ? 'settlement fails' : 'settlement succeeds';
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed. total non-failed refunds at most the amount paid.',
    mutant(
      'refund.amount-smallest',
      'blind21-no-rest-below-the-smallest-payment',
      'the acquirer keeps no payment of less than 100 kobo, so a partial refund that leaves 1 to 99 kobo of its checkout is refused with 400: of 5,000 kobo 4,900 can be refunded, or all, and 4,950 cannot',
      leavesNothingOrAPayment(),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`. A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'refund.settles',
      'blind21-forced-failure-stays-with-the-card',
      'the simulator lets a refund fail by taking the card of its buyer out of use, and puts it back after ten minutes: until then the other refunds to that buyer fail too, of whichever checkout of the merchant and without that reason',
      failureStaysWithTheCard(),
    ),
  ),
];
