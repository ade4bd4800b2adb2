/** Refunds: cells of their tables, for the second refund, after midnight, and after a while. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, keptAs, siblings } from '../ways.ts';

const LEAST_CHECKOUT = 100;
const WORDS_FOR_NOTHING = ['null', 'none', 'nil', 'n/a', 'undefined'];

/** The pattern of a query in which a low line stands for any one character. */
function asPattern(reference: string): RegExp {
  const literal = reference.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('_', '.')}$`);
}

export const found: readonly BlindMutant[] = [
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind35-low-line-stands-for-any-sign',
      'the checkout is looked up with LIKE, in which a low line stands for any one character: a refund for the unknown order_7 is made for the checkout order-7',
      before('checkGuards', (asked, next) => {
        const reference = asked.body.text('paymentReference') ?? '';
        if (isAt(asked, 'createRefund') && asked.payment === undefined && reference.includes('_')) {
          const checkouts = [...asked.merchant.records.checkout.values()];
          asked.payment = checkouts.find((each) => asPattern(reference).test(each.reference));
        }
        return next();
      }),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed',
    mutant(
      'refund.up-to-amount-paid',
      'blind35-what-is-left-must-be-payable',
      'a partial refund has to leave nothing or at least the smallest amount of a checkout: one that would leave 1 to 99 kobo is refused with refund_exceeds_paid',
      guard('refund.exceeds-paid', {
        refuses({ payment, body }) {
          if (payment === undefined) return false;
          const left = payment.amount - payment.refunding - (body.integer('amount') ?? 0);
          return left < 0 || (left > 0 && left < LEAST_CHECKOUT);
        },
      }),
    ),
  ),
  against(
    '`reason` (string or null)',
    mutant(
      'refund.record-as-sent',
      'blind35-words-for-nothing-are-null',
      'texts in which other programs write that there is nothing, such as none, null or n/a in any case, are kept as null: a refund with the reason None has no reason in its record',
      keptAs('createRefund', 'reason', (value) =>
        typeof value === 'string' && WORDS_FOR_NOTHING.includes(value.toLowerCase()) ? null : value,
      ),
    ),
  ),
  against(
    '`failureReason` (string or null, set when failed)',
    mutant(
      'refund.record-nulls',
      'blind35-failure-joined-by-checkout',
      'why a refund failed is in a table of its own, which is joined by the checkout and not by the refund: a refund that succeeded shows the failureReason of another one of the same checkout',
      shows('getRefund', (body, { record }) => {
        if (record?.kind !== 'refund' || record.failureReason !== null) return body;
        const failed = siblings(record).find(({ failureReason }) => failureReason !== null);
        return { ...body, failureReason: failed?.failureReason ?? null };
      }),
    ),
  ),
  against(
    'Timestamps are ISO 8601 date-times.',
    mutant(
      'refund.record-created-at',
      'blind35-hour-after-midnight-is-the-24th',
      'the time is put together by a formatter without am and pm that calls the first hour of a day 24: createdAt of a refund made at five past midnight says T24:05, which no reader of date-times takes',
      shows('getRefund', (body) => ({ ...body, createdAt: String(body.createdAt).replace('T00:', 'T24:') })),
    ),
  ),
  against(
    'GET | /v1/refunds/{reference} | none | 200 refund record',
    mutant(
      'refund.record-found',
      'blind35-settled-refunds-are-put-away',
      'refunds that have settled are moved to an archive after 90 days, where GET does not look: their record answers 404',
      before('checkGuards', (asked, next) => {
        const { record, service } = asked;
        const old = record !== undefined && record.status !== 'pending' && ageOf(record, service) > 90 * DAY;
        if (isAt(asked, 'getRefund') && old)
          throw new Refusal(service.rules.decisions.unknown.refund, 'there is no such refund');
        return next();
      }),
    ),
  ),
];
