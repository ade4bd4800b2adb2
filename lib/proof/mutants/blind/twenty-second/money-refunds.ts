/** Refunds: a total that is worked out too early, and a card that was good when it paid. */
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** The sum adds the refund's own amount behind this. */
function totalOfTheCreation(): Change {
  const totals = new WeakMap<Refund, number>();
  return all(
    also('refund', 'create', (refund) => {
      if (refund.payment) totals.set(refund, refund.payment.refunding + refund.amount);
    }),
    also('refund', 'settlement succeeds', (refund) => {
      const total = totals.get(refund);
      if (refund.payment && total !== undefined) refund.payment.refundedAmount = total - refund.amount;
    }),
  );
}

function endOfCard(expiry: string): number {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  return month === '' ? Number.POSITIVE_INFINITY : Date.UTC(2_000 + Number(year), Number(month));
}

function cardsTakeNothingOnceExpired(): Change {
  const ends = new WeakMap<Checkout, number>();
  const expired = ({ payment, createdAt }: Refund) =>
    payment !== null && Date.parse(createdAt) >= (ends.get(payment) ?? Number.POSITIVE_INFINITY);
  return all(
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        if (checkout.status === 'pending' && form.get('method') !== 'transfer')
          ends.set(checkout, endOfCard(form.get('expiry') ?? ''));
        return payCheckout(service, checkout, form);
      },
    })),
    (rules) => ({
      ...rules,
      timers: rules.timers.map((each) => {
        if (each.kind !== 'refund') return each;
        const { on } = each;
        const plain = (refund: Refund) => (typeof on === 'string' ? on : on(refund));
        return { ...each, on: (refund: Refund) => (expired(refund) ? 'settlement fails' : plain(refund)) };
      }),
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | settlement | success | succeeded | checkout `refundedAmount` grows. pending | settlement | failure | failed | amount is refundable again.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind22-refunds-bring-the-total-of-their-creation',
      'a refund is made with the total that it leads to, pending ones included, and its success writes that total into refundedAmount: where an earlier refund, pending then, has failed, its amount is in refundedAmount all the same',
      totalOfTheCreation(),
    ),
  ),
  against(
    'A merchant refunds a successful checkout, in full or in parts. Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.any-time-later',
      'blind22-refunds-to-cards-that-have-expired',
      'the money goes back to the card, which the processor refuses when it has expired meanwhile: a refund that is made after the month that the buyer typed on the page fails, in sandbox too',
      cardsTakeNothingOnceExpired(),
    ),
  ),
];
