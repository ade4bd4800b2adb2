import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, type Fields, objectOf, textIn } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { ModelObject } from '../../model-object.ts';

/** Null: no violation. */
type Wrong = readonly [what: string, allowed: string] | null;

export interface RecordRow {
  readonly kinds: readonly ObjectKind[];
  readonly requirement: RequirementId;
  wrong(record: Fields, object: ModelObject, status: string): Wrong;
}

export const json = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

const isText = (value: unknown) => typeof value === 'string' && value !== '';
/** Whether spaces around a text are kept is not shown. */
const isTrimmed = (value: unknown) => isText(value) && value === String(value).trim();
const isObject = (value: unknown) => objectOf(value) !== null;

/** A field that returns what was sent. Compared only where the value sent is known and valid. */
function asSent(
  kind: ObjectKind,
  requirement: RequirementId,
  field: string,
  isValid: (value: unknown) => boolean = isText,
): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong(record, object) {
      const sent = objectOf(object.body)?.[field];
      if (!isValid(sent)) return null;
      const is = record[field];
      return isDeepStrictEqual(is, sent) ? null : [`\`${field}\` ${json(is)}`, `${json(sent)}, as it was sent`];
    },
  };
}

/** A field that never changes once it is set. */
function unchanging(kind: ObjectKind, requirement: RequirementId, field: string, same = isDeepStrictEqual): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong(record, object) {
      const earlier = object.observedStatuses.find((observed) => observed.record?.[field] != null)?.record?.[field];
      const is = record[field];
      if (earlier === undefined || same(is, earlier)) return null;
      return [`\`${field}\` ${json(is)}`, `${json(earlier)}, as an earlier answer showed`];
    },
  };
}

/** Compares instants, not their spelling. */
const sameInstant = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'string' && typeof other === 'string' && parseInstant(one) === parseInstant(other));

/** `failureReason` is set in a failed record, and in no other. */
function failureReason(kind: ObjectKind, whenFailed: RequirementId, otherwise: RequirementId): RecordRow[] {
  return [
    {
      kinds: [kind],
      requirement: whenFailed,
      wrong({ failureReason: reason }, _, status) {
        if (status !== 'failed') return null;
        const isReason = isText(reason);
        return isReason
          ? null
          : [`\`failed\` with \`failureReason\` ${json(reason)}`, 'a reason, as a non-empty string'];
      },
    },
    {
      kinds: [kind],
      requirement: otherwise,
      wrong({ failureReason: reason }, _, status) {
        if (status === 'failed' || reason === null || reason === undefined) return null;
        return [`\`${status}\` with \`failureReason\` ${json(reason)}`, 'null: it has not failed'];
      },
    },
  ];
}

function dateTime(kind: ObjectKind, requirement: RequirementId, field: string): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong(record) {
      const text = textIn(record, field);
      const isInstant = text !== null && parseInstant(text) !== undefined;
      return isInstant ? null : [`\`${field}\` ${json(record[field])}`, 'an ISO 8601 date-time'];
    },
  };
}

/** Milliseconds by which two clocks of one service may differ; a `Date` header has whole seconds. */
const SERVICE_CLOCKS_APART_MS = 10_000;

/**
 * Whether it may be the time of a creation whose response says `date`. A service may take the time of that header when the request arrives or when
 * it answers, and create the object before or after.
 */
export function isAbout(at: number, date: number, { began, ended }: Exchange): boolean {
  return Math.abs(at - date) <= ended - began + SERVICE_CLOCKS_APART_MS;
}

/** `createdAt` is the time of the request that created it, by the target's clock, as control and `Date` headers report it. */
function createdAtTrue(kind: ObjectKind, requirement: RequirementId): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong({ createdAt }, { creation, createdAt: then }) {
      const at = typeof createdAt === 'string' ? parseInstant(createdAt) : undefined;
      if (creation === null || then === null || at === undefined) return null;
      if (isAbout(at, then, creation.exchange)) return null;
      return [`\`createdAt\` ${json(createdAt)}`, `about ${new Date(then).toISOString()}, when it was created`];
    },
  };
}

function sameId(kind: ObjectKind, requirement: RequirementId): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong({ id, reference }, { creation, reference: own }) {
      const created = textIn(creation?.exchange.json, 'id');
      if (created !== null && id !== created)
        return [`\`id\` ${json(id)}`, `${json(created)}, as its creation was answered`];
      return reference === own ? null : [`\`reference\` ${json(reference)}`, json(own)];
    },
  };
}

/** What a record must show in every response to GET ("Resources and their fields"). */
export const recordRows: readonly RecordRow[] = [
  sameId('checkout', 'checkout.record-found'),
  createdAtTrue('checkout', 'checkout.created-at-true'),
  createdAtTrue('refund', 'refund.created-at-true'),
  createdAtTrue('payout', 'payout.created-at-true'),
  dateTime('checkout', 'checkout.record-created-at', 'createdAt'),
  dateTime('refund', 'refund.record-created-at', 'createdAt'),
  dateTime('payout', 'payout.record-created-at', 'createdAt'),
  {
    kinds: ['refund'],
    requirement: 'refund.record-nulls',
    wrong({ reason, failureReason }, { body }, status) {
      if (objectOf(body) !== null && objectOf(body)?.reason == null && reason !== null)
        return [`\`reason\` ${json(reason)}`, 'null: none was given'];
      return status === 'failed' || failureReason === null
        ? null
        : [`\`failureReason\` ${json(failureReason)}`, 'null'];
    },
  },
  {
    kinds: ['payout'],
    requirement: 'payout.record-nulls',
    wrong: ({ failureReason }) =>
      failureReason === null || typeof failureReason === 'string'
        ? null
        : [`\`failureReason\` ${json(failureReason)}`, 'a string or null'],
  },
  asSent('checkout', 'checkout.record-as-sent', 'amount', Number.isSafeInteger),
  asSent('checkout', 'checkout.record-as-sent', 'currency'),
  {
    kinds: ['checkout'],
    requirement: 'checkout.record-as-sent',
    // Whether the letter case of an address is kept is not shown.
    wrong({ customer }, { body }) {
      const sent = objectOf(objectOf(body)?.customer)?.email;
      const is = objectOf(customer)?.email;
      if (!isText(sent) || String(is).toLowerCase() === String(sent).toLowerCase()) return null;
      return [`\`customer.email\` ${json(is)}`, `${json(sent)}, as it was sent`];
    },
  },
  asSent('checkout', 'checkout.record-as-sent', 'description', isTrimmed),
  asSent('checkout', 'checkout.record-metadata', 'metadata', isObject),
  {
    kinds: ['checkout'],
    requirement: 'checkout.optional-fields',
    wrong(record, { body }) {
      const sent = objectOf(body);
      const extra =
        sent === null
          ? undefined
          : ['description', 'metadata'].find((field) => sent[field] == null && record[field] !== null);
      return extra === undefined ? null : [`\`${extra}\` ${json(record[extra])}`, 'null: it was not given'];
    },
  },
  unchanging('checkout', 'checkout.record-created-at', 'createdAt', sameInstant),
  unchanging('checkout', 'checkout.paid-at-set', 'paidAt', sameInstant),
  unchanging('checkout', 'checkout.payment-fails', 'failureReason'),
  {
    kinds: ['checkout'],
    requirement: 'page.paid-once',
    wrong({ paymentMethod }, { observedStatuses }, status) {
      const paid = observedStatuses.find(
        (observed) => observed.status === 'succeeded' && observed.record?.paymentMethod != null,
      )?.record;
      if (status !== 'succeeded' || paid == null || paymentMethod === paid.paymentMethod) return null;
      return [`\`paymentMethod\` ${json(paymentMethod)}`, `${json(paid.paymentMethod)}, as an earlier record showed`];
    },
  },
  {
    kinds: ['checkout'],
    requirement: 'checkout.paid-at-set',
    wrong: ({ paidAt }, _, status) =>
      status === 'succeeded' && typeof paidAt !== 'string'
        ? [`\`succeeded\` with \`paidAt\` ${json(paidAt)}`, 'a date-time']
        : null,
  },
  {
    kinds: ['checkout'],
    requirement: 'checkout.record-unpaid',
    wrong: ({ paidAt }, _, status) =>
      status === 'pending' && paidAt != null
        ? [`\`pending\` with \`paidAt\` ${json(paidAt)}`, 'null: it is not paid']
        : null,
  },
  {
    kinds: ['checkout'],
    requirement: 'checkout.payment-fails',
    wrong: ({ paidAt }, _, status) =>
      status === 'failed' && paidAt != null
        ? [`\`failed\` with \`paidAt\` ${json(paidAt)}`, 'null: it was not paid']
        : null,
  },
  ...failureReason('checkout', 'checkout.payment-fails', 'checkout.paid-at-set'),
  sameId('refund', 'refund.record-found'),
  asSent('refund', 'refund.record-as-sent', 'amount', Number.isSafeInteger),
  asSent('refund', 'refund.record-as-sent', 'paymentReference'),
  asSent('refund', 'refund.record-as-sent', 'reason', isTrimmed),
  {
    kinds: ['refund'],
    requirement: 'refund.record-as-sent',
    wrong: ({ currency }) => (currency === 'NGN' ? null : [`\`currency\` ${json(currency)}`, '"NGN", the only one']),
  },
  unchanging('refund', 'refund.record-created-at', 'createdAt', sameInstant),
  unchanging('refund', 'refund.sandbox-fail', 'failureReason'),
  ...failureReason('refund', 'refund.sandbox-fail', 'refund.record-nulls'),
  sameId('payout', 'payout.record-found'),
  asSent('payout', 'payout.record-as-sent', 'amount', Number.isSafeInteger),
  asSent('payout', 'payout.record-as-sent', 'currency'),
  asSent('payout', 'payout.record-as-sent', 'narration', isTrimmed),
  {
    kinds: ['payout'],
    requirement: 'payout.record-nulls',
    wrong({ narration }, { body }) {
      const sent = objectOf(body);
      return sent === null || sent.narration != null || narration === null
        ? null
        : [`\`narration\` ${json(narration)}`, 'null: none was given'];
    },
  },
  unchanging('payout', 'payout.record-created-at', 'createdAt', sameInstant),
  unchanging('payout', 'payout.record-nulls', 'failureReason'),
];

/** What the response to a create request must show. */
export const answerRows: readonly RecordRow[] = [
  answer('checkout', 'checkout.created', ['pending']),
  answer('refund', 'refund.created', ['pending', 'succeeded', 'failed']),
  answer('payout', 'payout.created', ['pending', 'succeeded', 'failed']),
  answer('escrow', 'escrow.created', ['pending_payment']),
  {
    kinds: ['wallet link'],
    requirement: 'wallet-link.created',
    wrong(answer, { body }) {
      const sent = objectOf(body);
      if (answer.status !== 'PENDING') return [`\`status\` ${json(answer.status)}`, '"PENDING"'];
      const wrong = ['linkRef', 'walletId'].find((field) => sent !== null && answer[field] !== sent[field]);
      return wrong === undefined
        ? null
        : [`\`${wrong}\` ${json(answer[wrong])}`, `${json(sent?.[wrong])}, as it was sent`];
    },
  },
];

function answer(kind: ObjectKind, requirement: RequirementId, statuses: readonly string[]): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong({ id, status, reference }, object) {
      if (typeof id !== 'string' || id === '') return [`\`id\` ${json(id)}`, 'an id, as a string'];
      if (!statuses.includes(String(status))) return [`\`status\` ${json(status)}`, statuses.join(', ')];
      return reference === object.reference ? null : [`\`reference\` ${json(reference)}`, json(object.reference)];
    },
  };
}
