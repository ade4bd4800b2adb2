import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import { integerIn, objectOf, textIn } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { ModelObject } from '../../model-object.ts';
import { isAbout, json, type RecordRow } from './record-rows.ts';

// Fields that a record or a create response has, whatever was sent ("Resources and their fields", Type column).

/** "hosted payment page address", "hosted page". */
function page(kind: ObjectKind, requirement: RequirementId, field: string): RecordRow {
  return {
    kinds: [kind],
    requirement,
    wrong(record) {
      const url = textIn(record, field);
      const isPage = url !== null && /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
      return isPage ? null : [`\`${field}\` ${json(record[field])}`, 'an absolute http or https address'];
    },
  };
}

/** Whether a failed checkout can only have expired: its payment was not made to fail, and no buyer can have paid it. */
function certainlyExpired({ creation, personActions, stateHistory, isBroken }: ModelObject): boolean {
  const mayBePaid = stateHistory.some(({ states }) => states.has('succeeded'));
  return creation !== null && !isBroken && !mayBePaid && !personActions.has('fail to pay');
}

/** The states in which an escrow still has its whole amount. */
const STATES_WITH_WHOLE_AMOUNT = ['pending_payment', 'funded', 'disputed'];

function hasInteger(value: unknown, due: number): boolean {
  if (value === due) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => hasInteger(each, due));
}

export const shapeRows: readonly RecordRow[] = [
  page('checkout', 'checkout.url', 'checkoutUrl'),
  {
    kinds: ['checkout'],
    requirement: 'checkout.record-payment-method',
    wrong: ({ paymentMethod }) =>
      paymentMethod === null || typeof paymentMethod === 'string'
        ? null
        : [`\`paymentMethod\` ${json(paymentMethod)}`, 'a string or null'],
  },
  {
    kinds: ['checkout'],
    requirement: 'checkout.nothing-refunded',
    wrong: ({ refundedAmount }) =>
      Number.isSafeInteger(refundedAmount) && Number(refundedAmount) >= 0
        ? null
        : [`\`refundedAmount\` ${json(refundedAmount)}`, 'an integer of kobo'],
  },
  {
    kinds: ['checkout'],
    requirement: 'checkout.expires',
    wrong: ({ failureReason }, object, status) =>
      status !== 'failed' || failureReason === 'expired' || !certainlyExpired(object)
        ? null
        : [
            `\`failureReason\` ${json(failureReason)}`,
            '"expired": it was not paid in time, and its payment did not fail',
          ],
  },
  {
    kinds: ['payout'],
    requirement: 'payout.record-recipient',
    wrong: ({ recipient }) => (objectOf(recipient) === null ? [`\`recipient\` ${json(recipient)}`, 'an object'] : null),
  },
  {
    kinds: ['escrow'],
    requirement: 'escrow.amount-stored',
    wrong(record, { body }, status) {
      const amount = integerIn(body, 'amount');
      if (amount === null || !STATES_WITH_WHOLE_AMOUNT.includes(status) || hasInteger(record, amount)) return null;
      return ['no integer that is its amount', `its amounts: ${amount} is one`];
    },
  },
];

/** Rows for the response to a create request. */
export const answerShapeRows: readonly RecordRow[] = [
  page('checkout', 'checkout.url', 'checkoutUrl'),
  page('escrow', 'escrow.pay-url', 'payUrl'),
  {
    kinds: ['wallet link'],
    requirement: 'wallet-link.expires-at',
    wrong({ expiresAt }, { creation, createdAt, body }) {
      const at = typeof expiresAt === 'string' ? parseInstant(expiresAt) : undefined;
      if (at === undefined) return [`\`expiresAt\` ${json(expiresAt)}`, 'an ISO 8601 date-time'];
      const minutes = integerIn(body, 'expiresInMinutes');
      if (creation === null || createdAt === null || minutes === null) return null;
      const due = createdAt + minutes * 60_000;
      if (isAbout(at, due, creation.exchange)) return null;
      return [`\`expiresAt\` ${json(expiresAt)}`, `about ${new Date(due).toISOString()}, ${minutes} minutes later`];
    },
  },
];
