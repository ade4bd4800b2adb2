/** Refunds that are looked up, summed up or settled by too little, or together with what is not theirs. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Escrow, Merchant, Refund } from '../../../reference/rules/records.ts';
import { guard, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const KOBO_PER_NAIRA = 100;
/** What a query returns where it says nothing of how many. */
const DEFAULT_PAGE = 10;
const MINUTE_MS = 60_000;
/** Refunds made within this time are sent to the bank together. */
const BATCH_MS = 1_000;

/** Earlier refunds of the checkout that have not failed, oldest first. */
function earlier({ merchant, payment }: { merchant: Merchant; payment: Checkout | undefined }): Refund[] {
  return [...merchant.records.refund.values()].filter(
    (refund) => refund.payment === payment && refund.status !== 'failed',
  );
}

/** The payment of an escrow, as a row of the table in which those of checkouts are. */
function paymentOf(escrow: Escrow): Checkout {
  const { id, reference, merchant, amount, createdAt, currency, description, metadata, paidAt } = escrow;
  const common = { id, reference, merchant, amount, createdAt, currency, description, metadata, paidAt };
  const none = { paymentMethod: 'wallet', failureReason: null, refundedAmount: 0, refunding: 0 };
  return { ...common, ...none, kind: 'checkout', status: 'pending', email: '', returnUrl: '' };
}

function escrowsAreRefunded(): Change {
  const payments = new WeakMap<Escrow, Checkout>();
  return before('checkGuards', (asked, next) => {
    if (!isAt(asked, 'createRefund') || asked.payment !== undefined) return next();
    const escrow = asked.merchant.records.escrow.get(asked.body.text('paymentReference') ?? '');
    if (escrow === undefined) return next();
    const payment = payments.get(escrow) ?? paymentOf(escrow);
    payments.set(escrow, payment);
    payment.status = escrow.paidAt === null ? 'pending' : 'succeeded';
    asked.payment = payment;
    return next();
  });
}

/** That there is none is kept in a cache for a minute, and creating one does not clear it. */
function absenceIsCached(): Change {
  const absent = new WeakMap<Merchant, Map<string, number>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'getRefund')) return next();
    const { merchant, params, service } = asked;
    const { reference = '' } = params;
    const since = absent.get(merchant) ?? new Map<string, number>();
    absent.set(merchant, since);
    const now = service.clock.now();
    const seen = since.get(reference);
    if (seen !== undefined && now - seen < MINUTE_MS)
      throw new Refusal(service.rules.decisions.unknown.refund, `there is nothing at ${asked.path}`);
    if (merchant.records.refund.has(reference)) since.delete(reference);
    else since.set(reference, now);
    return next();
  });
}

function inOneBatch(one: Refund, other: Refund): boolean {
  return Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) < BATCH_MS;
}

function isToFail({ merchant, reason }: Refund): boolean {
  return merchant.environment.name === 'sandbox' && reason === 'sandbox_fail';
}

/** A failure puts back what the row held when the refund was created. */
function failureRestoresTheTotal(): Change {
  const noted = new WeakMap<Refund, number>();
  return all(
    also('refund', 'create', (refund) => void noted.set(refund, refund.payment?.refundedAmount ?? 0)),
    also('refund', 'settlement fails', (refund) => {
      if (refund.payment) refund.payment.refundedAmount = noted.get(refund) ?? 0;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'paymentReference: The reference of the checkout being refunded. An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind16-escrows-found-among-the-payments',
      'what buyers paid is in one table, for checkouts and escrows alike, and the refund looks there: the reference of an escrow is taken as paymentReference, and a paid escrow is refunded as if it were a checkout',
      escrowsAreRefunded(),
    ),
  ),
  against(
    'GET | /v1/refunds/{reference} | 200 refund record.',
    mutant(
      'refund.record-found',
      'blind16-absence-of-a-refund-remembered',
      'that a reference is unknown is cached for a minute, and the creation does not clear it: a refund that was asked for before it was made is not found for a minute',
      absenceIsCached(),
    ),
  ),
  against(
    'Refund reference: Unique id of the refund. 409 | duplicate_reference | Reference already used.',
    mutant(
      'refund.settled-reference-stays-used',
      'blind16-references-unique-in-their-month',
      'the table of refunds has a partition for each month, and its unique index holds within one: from the next month on a used reference is accepted again',
      guard('refund.duplicate-reference', {
        refuses({ service, merchant, body }) {
          const first = merchant.records.refund.get(body.text('reference') ?? '');
          const month = new Date(service.clock.now()).toISOString().slice(0, 'YYYY-MM'.length);
          return first?.createdAt.startsWith(month) ?? false;
        },
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.exceeds-paid',
      'blind16-first-page-of-earlier-refunds',
      'earlier refunds are read with the query that lists them, ten to the page: from the eleventh on they do not count, and more than the amount paid is refunded',
      guard('refund.exceeds-paid', {
        refuses({ merchant, payment, body }) {
          const first = earlier({ merchant, payment }).slice(0, DEFAULT_PAGE);
          const refunded = first.reduce((sum, { amount }) => sum + amount, 0);
          return payment !== undefined && (body.integer('amount') ?? 0) + refunded > payment.amount;
        },
      }),
    ),
  ),
  against(
    'Partial refunds are allowed. Refund amount | total non-failed refunds at most the amount paid. All amounts are integers in minor units (kobo).',
    mutant(
      'refund.up-to-amount-paid',
      'blind16-refunds-added-up-in-naira',
      'the check adds up naira as floating-point numbers: of 330 kobo, 110 are refunded and then the 220 that are left are refused, as 1.1 and 2.2 are more than 3.3',
      guard('refund.exceeds-paid', {
        refuses({ merchant, payment, body }) {
          if (payment === undefined) return false;
          const refunded = earlier({ merchant, payment }).reduce((sum, { amount }) => sum + amount / KOBO_PER_NAIRA, 0);
          const asked = (body.integer('amount') ?? 0) / KOBO_PER_NAIRA;
          return asked + refunded > payment.amount / KOBO_PER_NAIRA;
        },
      }),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`. pending | settlement | success | succeeded.',
    mutant(
      'refund.settles',
      'blind16-batch-fails-as-a-whole',
      'refunds of one second go to the bank in a batch, which is done or refused as a whole: what a merchant asks to be refunded together with a refund that is to fail fails too, whatever its reason',
      timer('refund', 'pending', {
        on(refund: Refund) {
          const made = [...refund.merchant.records.refund.values()];
          const refused = made.some((each) => inOneBatch(each, refund) && isToFail(each));
          return refused ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
  against(
    'refund: pending | settlement | success | succeeded. Sandbox: settles within a few seconds.',
    mutant(
      'refund.settles',
      'blind16-refund-done-once-its-event-is-taken',
      'the new state is committed when its event has been acknowledged: as long as the receiver answers with an error, GET shows the refund as pending',
      shows('getRefund', (body, { record, asked: { merchant } }) => {
        const told = merchant.deliveries.find(
          ({ event, reference }) => event.startsWith('refund.') && reference === record?.reference,
        );
        return told?.state === 'pending' ? { ...body, status: 'pending', failureReason: null } : body;
      }),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo. pending | settlement | failure | failed | amount is refundable again.',
    mutant(
      'refund.failed-frees-amount',
      'blind16-failure-restores-the-total-it-saw',
      'a refund notes the refundedAmount of its checkout when it is created, and a failure puts the noted amount back: what other refunds have added in between is lost from it',
      failureRestoresTheTotal(),
    ),
  ),
];
