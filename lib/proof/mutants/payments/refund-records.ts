/** Defects of the record of a refund, and of its states. */
import { guard, omits, shows, timer, transition } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { seesOthers } from '../others.ts';

const record: readonly Mutant[] = [
  mutant(
    'refund.record-found',
    'refund-record-without-reference',
    'the record has no reference',
    omits('getRefund', 'reference'),
  ),
  mutant(
    'refund.record-found',
    'refund-record-with-another-id',
    'the record has another id than the create response',
    shows('getRefund', (body) => ({ ...body, id: `${body.id}x` })),
  ),
  mutant(
    'refund.record-found',
    'refund-record-without-status',
    'the record has no status',
    omits('getRefund', 'status'),
  ),
  ...(['paymentReference', 'amount', 'currency', 'reason'] as const).map((name) =>
    mutant(
      'refund.record-as-sent',
      `refund-record-without-${name.toLowerCase()}`,
      `the record has no ${name}`,
      omits('getRefund', name),
    ),
  ),
  mutant(
    'refund.record-as-sent',
    'refund-record-has-payments-amount',
    "the record has the checkout's amount",
    shows('getRefund', (body, { record: refund }) => ({
      ...body,
      amount: refund?.kind === 'refund' ? refund.payment?.amount : null,
    })),
  ),
  mutant(
    'refund.record-nulls',
    'refund-reason-empty-for-null',
    'without reason the record has an empty text',
    shows('getRefund', (body) => ({ ...body, reason: body.reason ?? '' })),
  ),
  mutant(
    'refund.record-nulls',
    'refund-has-failure-reason',
    'a refund that has not failed has a failureReason',
    shows('getRefund', (body) => ({ ...body, failureReason: body.failureReason ?? 'none' })),
  ),
  mutant(
    'refund.record-created-at',
    'refund-record-without-created-at',
    'the record has no createdAt',
    omits('getRefund', 'createdAt'),
  ),
  mutant(
    'refund.record-created-at',
    'refund-created-at-as-date',
    'createdAt is a date without a time',
    shows('getRefund', (body) => ({ ...body, createdAt: String(body.createdAt).slice(0, 10) })),
  ),
  mutant(
    'refund.unknown-reference',
    'refund-unknown-with-400',
    'GET of an unknown reference is answered with 400',
    (rules) => ({
      ...rules,
      decisions: {
        ...rules.decisions,
        unknown: { ...rules.decisions.unknown, refund: { status: 400, code: 'invalid_request' } },
      },
    }),
  ),
  seesOthers(
    'refund.other-merchant-sees-nothing',
    'refund-seen-by-others',
    'any merchant can read any refund',
    'getRefund',
  ),
];

const states: readonly Mutant[] = [
  mutant('refund.settles', 'refund-never-settles', 'a refund stays pending', timer('refund', 'pending', null)),
  mutant(
    'refund.settles',
    'refund-settles-after-an-hour',
    'a refund settles after an hour',
    timer('refund', 'pending', { after: 3_600 }),
  ),
  mutant(
    'refund.settles',
    'refund-is-called-completed',
    'a settled refund has status completed',
    shows('getRefund', (body) => ({ ...body, status: body.status === 'succeeded' ? 'completed' : body.status })),
  ),
  mutant(
    'refund.sandbox-fail',
    'refund-sandbox-fail-ignored',
    'sandbox_fail does not fail a refund',
    timer('refund', 'pending', { on: 'settlement succeeds' }),
  ),
  mutant(
    'refund.sandbox-fail',
    'refund-failed-without-reason',
    'a failed refund has no failureReason',
    transition('refund', 'settlement fails', { also: undefined }),
  ),
  mutant(
    'refund.sandbox-fail',
    'refund-sandbox-fail-refused',
    'a refund with sandbox_fail is refused',
    withRefusedReason(),
  ),
  mutant(
    'refund.sandbox-fail-exact',
    'refund-sandbox-fail-in-any-case',
    'SANDBOX_FAIL fails a refund too',
    failsWhere((reason) => reason.toLowerCase() === 'sandbox_fail'),
  ),
  mutant(
    'refund.sandbox-fail-exact',
    'refund-sandbox-fail-anywhere',
    'a reason that holds sandbox_fail fails a refund',
    failsWhere((reason) => reason.includes('sandbox_fail')),
  ),
];

export const refundRecordMutants: readonly Mutant[] = [...record, ...states];

function failsWhere(fails: (reason: string) => boolean): Change {
  return timer('refund', 'pending', {
    on: (record: { reason?: string | null }) =>
      fails(record.reason ?? '') ? 'settlement fails' : 'settlement succeeds',
  } as Parameters<typeof timer>[2] & object);
}

function withRefusedReason(): Change {
  return guard('refund.exceeds-paid', {
    refuses: ({ payment, body }) =>
      body.text('reason') === 'sandbox_fail' ||
      (payment !== undefined && (body.integer('amount') ?? 0) + payment.refunding > payment.amount),
  });
}
