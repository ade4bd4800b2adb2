/** Refunds and disputes of an escrow: what is accepted, and what it leads to. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, HOUR, inTime, onFire, whenRefused } from '../ways.ts';
import { escrowOf, secondsSince, sellerOf, tell, tells } from './escrow.support.ts';

export const found: readonly BlindMutant[] = [
  against(
    'funded | buyer files a refund request | | disputed | release is paused; `escrow.disputed`',
    mutant(
      'escrow.disputed',
      'kind-no-dispute-just-before-the-release',
      'ten minutes before its automatic release an escrow goes to the list of the next run, and is closed to its buyer: a request for a refund leaves it funded',
      onFire((fire, service) => (record, on, details) => {
        if (record.kind !== 'escrow' || on !== 'dispute') return fire(record, on, details);
        const left = record.autoReleaseHours * HOUR - secondsSince(record.paidAt, service);
        return record.status === 'funded' && left < 600 ? false : fire(record, on, details);
      }),
    ),
  ),
  against(
    'funded | buyer files a refund request | | disputed | release is paused; `escrow.disputed`',
    mutant(
      'escrow.dispute-pauses-release',
      'kind-dispute-starts-the-hours-anew',
      'a dispute puts the automatic release off instead of stopping it: the autoReleaseHours start anew with it, and when nobody has decided in them the disputed escrow is released',
      inTime(
        'escrow',
        { from: 'disputed', to: 'released', sends: 'escrow.released' },
        ({ autoReleaseHours }) => autoReleaseHours * HOUR,
      ),
    ),
  ),
  against(
    'funded or disputed | POST refund | | refunded. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.disputed-refunded',
      'kind-partly-refunded-stays-disputed',
      'a part of the money settles no dispute: a partial refund of a disputed escrow is answered with 200 and paid, and the escrow stays disputed',
      before('act', (asked, next) => {
        const escrow = escrowOf(asked);
        const disputed = isAt(asked, 'refundEscrow') && escrow?.status === 'disputed';
        const reply = next();
        if (escrow && disputed && (escrow.refundedAmount ?? escrow.amount) < escrow.amount) escrow.status = 'disputed';
        return reply;
      }),
    ),
  ),
  against(
    'funded or disputed | POST refund | | refunded. funded | buyer files a refund request | | disputed | release is paused',
    mutant(
      'escrow.disputed-refunded',
      'kind-no-refund-of-a-dispute-after-its-hours',
      'a refund asks whether the autoReleaseHours are over, paused or not: after them that of a disputed escrow is refused with 409',
      before('act', (asked, next) => {
        const { record, service } = asked;
        const disputed = isAt(asked, 'refundEscrow') && record?.kind === 'escrow' && record.status === 'disputed';
        if (disputed && secondsSince(record.paidAt, service) > record.autoReleaseHours * HOUR)
          throw new Refusal(service.rules.decisions.wrongState, 'the time for refunds is over');
        return next();
      }),
    ),
  ),
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. 400 | invalid_request',
    mutant(
      'escrow.refund-reason-text',
      'kind-refund-reason-asked-by-its-truth',
      'whether there is a reason is asked by its truth: 0 and false are accepted as none, and the escrow is refunded',
      before('checkFields', (asked, next) => {
        if (isAt(asked, 'refundEscrow') && !asked.body.get('reason')) delete asked.body.value.reason;
        return next();
      }),
    ),
  ),
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. Without `amount` the refund is full.',
    mutant(
      'escrow.refund-reason-text',
      'kind-refund-reason-unread-at-a-full-refund',
      'a request without an amount is a full refund before anything else is read: a reason of any type is passed over in it',
      before('checkFields', (asked, next) => {
        const { body } = asked;
        if (isAt(asked, 'refundEscrow') && body.get('amount') === undefined) delete body.value.reason;
        return next();
      }),
    ),
  ),
  against(
    '400 | invalid_request | Invalid request. Without `amount` the refund is full.',
    mutant(
      'escrow.malformed-refund-does-nothing',
      'kind-malformed-refund-is-a-draft',
      'the amount of a refund is written to a draft before its reason is read: after a refund that was refused with 400 for its reason, one without an amount takes that of the draft',
      keptAsADraft(),
    ),
  ),
  against(
    '400 | invalid_request | Invalid request. escrow.refunded | Money went back to the buyer',
    mutant(
      'escrow.malformed-refund-does-nothing',
      'kind-malformed-refund-is-told',
      'the event of a refund is sent when the call comes in: one that is refused with 400 moves nothing, and escrow.refunded tells of it',
      tells('escrow.refunded'),
      whenRefused('refundEscrow', (asked, { status }) => {
        const escrow = escrowOf(asked);
        if (status === 400 && escrow?.status === 'funded') tell(asked.service, escrow, 'escrow.refunded');
      }),
    ),
  ),
  against(
    'Without `amount` the refund is full. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-within-amount',
      'kind-refund-of-nothing-is-of-all',
      'a refund of 0 counts as one without an amount: it is accepted, the buyer gets everything and the seller nothing',
      field('escrowRefund', 'amount', { min: 0 }),
      coerces('refundEscrow', 'amount', (value) => (value === 0 ? undefined : value)),
    ),
  ),
  against(
    'With `amount` the buyer receives that amount and the remainder goes to the seller. funded or disputed | POST refund | | refunded',
    mutant(
      'escrow.refund-after-its-end',
      'kind-second-partial-refund-pays-a-remainder',
      'the remainder is paid before the state is asked: a second partial refund is refused with 409, and pays the seller its remainder once more',
      whenRefused('refundEscrow', (asked) => {
        const escrow = escrowOf(asked);
        const amount = asked.body.integer('amount');
        const wallet = escrow?.status === 'refunded' ? sellerOf(escrow) : undefined;
        if (escrow && wallet && amount !== null && amount < escrow.amount)
          wallet.availableMinor += escrow.amount - amount;
      }),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. funded or disputed | POST refund | | refunded',
    mutant(
      'escrow.refund-after-its-end',
      'kind-refused-refund-of-an-expired-one-is-written',
      'the refusal of a refund does not roll the transaction back: a refund of an expired escrow is answered with 409, and the escrow is refunded from then on',
      whenRefused('refundEscrow', (asked) => {
        const escrow = escrowOf(asked);
        if (escrow?.status === 'expired') escrow.status = 'refunded';
      }),
    ),
  ),
];

function keptAsADraft(): Change {
  const drafts = new WeakMap<object, number>();
  const draftOf = (asked: Case) => drafts.get(escrowOf(asked) ?? {});
  return all(
    whenRefused('refundEscrow', (asked, { status }) => {
      const escrow = escrowOf(asked);
      const { amount } = bodyOf(asked);
      if (status === 400 && escrow?.status === 'funded' && Number.isInteger(amount) && Number(amount) > 0)
        if (Number(amount) < escrow.amount) drafts.set(escrow, Number(amount));
    }),
    before('act', (asked, next) => {
      const draft = isAt(asked, 'refundEscrow') ? draftOf(asked) : undefined;
      if (draft !== undefined && asked.body.get('amount') === undefined) asked.body.value.amount = draft;
      return next();
    }),
  );
}
