import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../../register/index.ts';
import type { Exchange } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { ModelObject, Violation } from '../../model-object.ts';
import type { RequestSubject } from '../../operations.ts';
import type { Window } from '../records/possible-states.ts';
import { isCertainlyValidBody, isCertainlyValidKey, isCertainlyValidRefund } from './certainly-valid.ts';

// "Errors": each code has its status, and a request that can be refused for one reason only gets the code of that
// reason.

interface RefusalRow {
  readonly kinds: readonly ObjectKind[];
  readonly code: string;
  readonly status: number;
  readonly requirement: RequirementId;
}

/** Refusals of create requests. */
export const refusalRows: readonly RefusalRow[] = [
  { kinds: ['checkout'], code: 'duplicate_reference', status: 409, requirement: 'checkout.duplicate-reference' },
  { kinds: ['refund'], code: 'duplicate_reference', status: 409, requirement: 'refund.duplicate-reference' },
  { kinds: ['payout'], code: 'duplicate_reference', status: 409, requirement: 'payout.duplicate-reference' },
  { kinds: ['escrow'], code: 'duplicate_reference', status: 409, requirement: 'escrow.duplicate-reference' },
  { kinds: ['refund'], code: 'payment_not_found', status: 404, requirement: 'refund.payment-not-found' },
  { kinds: ['refund'], code: 'payment_not_paid', status: 409, requirement: 'refund.pending-payment' },
  { kinds: ['refund'], code: 'refund_exceeds_paid', status: 422, requirement: 'refund.exceeds-paid' },
  { kinds: ['payout'], code: 'unsupported_bank', status: 422, requirement: 'payout.unsupported-bank' },
  {
    kinds: ['payout'],
    code: 'insufficient_balance',
    status: 422,
    requirement: 'environment.live-payout-above-balance',
  },
  { kinds: ['escrow'], code: 'account_not_found', status: 422, requirement: 'environment.live-account-not-found' },
  { kinds: ['checkout'], code: 'idempotency_key_reused', status: 409, requirement: 'idempotency.checkout-key-reused' },
  { kinds: ['refund'], code: 'idempotency_key_reused', status: 409, requirement: 'idempotency.refund-key-reused' },
  { kinds: ['payout'], code: 'idempotency_key_reused', status: 409, requirement: 'idempotency.payout-key-reused' },
  { kinds: ['escrow'], code: 'idempotency_key_reused', status: 409, requirement: 'idempotency.escrow-key-reused' },
  {
    kinds: ['checkout', 'refund', 'payout', 'escrow'],
    code: 'request_in_progress',
    status: 409,
    requirement: 'idempotency.in-progress',
  },
];

/** Other codes that a repeated create may be refused with: such a reason may have arisen meanwhile. */
export const otherPermittedCodes: Readonly<Partial<Record<ObjectKind, readonly string[]>>> = {
  refund: ['refund_exceeds_paid', 'payment_not_paid'],
  payout: ['insufficient_balance'],
  escrow: ['wallet_not_linked', 'account_not_found'],
};

const CODES_ABOUT_THE_REQUEST = ['idempotency_key_reused', 'request_in_progress', 'wrong_environment', 'rate_limited'];

export function wronglyRefused(
  exchange: Exchange,
  subject: RequestSubject,
  object: ModelObject,
  window: Window,
): Violation[] {
  const { status, code, body, key, text } = exchange;
  if (subject.operation !== 'create' || status < 400 || status >= 500) return [];
  const tell = (requirement: RequirementId, allowed: string) => [
    object.violation(requirement, `create was refused with ${status} ${code ?? ''}`, allowed, {
      exchanges: [exchange.id],
    }),
  ];
  const row = refusalRows.find((each) => each.code === code && each.kinds.includes(subject.kind));
  if (row !== undefined && row.status !== status) return tell(row.requirement, `${row.status} \`${row.code}\``);
  // Credentials, rate, size and media type may be judged first.
  if ([401, 403, 413, 415, 429].includes(status) || !isCertainlyValidKey(exchange) || !isCertainlyValidBody(exchange))
    return [];
  if (CODES_ABOUT_THE_REQUEST.includes(code ?? '')) return [];
  if (isCertainlyValidRefund(exchange) && subject.kind === 'refund' && status === 404 && code !== 'payment_not_found')
    return tell('refund.payment-not-found', '404 `payment_not_found`');
  if (key === object.creation?.exchange.key) return [];
  // A request that was accepted once can be refused only for its reference.
  const isSame = isDeepStrictEqual(body, object.body) && text === object.creation?.exchange.text;
  const duplicate = refusalRows.find(
    (each) => each.code === 'duplicate_reference' && each.kinds.includes(subject.kind),
  );
  if (duplicate === undefined || !isSame || window.states.has('absent') || code === 'duplicate_reference') return [];
  if (otherPermittedCodes[subject.kind]?.includes(code ?? '')) return [];
  return tell(duplicate.requirement, '409 `duplicate_reference`');
}
