import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, type Fields, integerIn, objectOf, textIn } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { ModelObject, Violation } from '../../model-object.ts';
import { CREDENTIAL_OR_RATE_REFUSALS, isAccepted, type RequestSubject } from '../../operations.ts';
import { isCertainlyShortReference, isCertainlyValidReference } from '../requests/certainly-valid.ts';
import { answerRows, type RecordRow, recordRows } from './record-rows.ts';
import { answerShapeRows, shapeRows } from './record-shapes.ts';

/** What one response shows of an object. */
export interface ShownRecord {
  /** The states that it may be in, if the response is true. */
  readonly states: readonly string[];
  readonly status: string;
  readonly text: string;
  readonly violations: readonly Violation[];
}

/** Null for a response that shows nothing of the state. */
export function recordShownIn(exchange: Exchange, subject: RequestSubject, object: ModelObject): ShownRecord | null {
  const { status } = exchange;
  if (subject.operation === null) {
    if (status === 404) return { states: ['absent'], status: 'absent', text: 'GET answers 404', violations: [] };
    if (status === 200) return recordIn(exchange, object, 'GET', [...recordRows, ...shapeRows]);
    return CREDENTIAL_OR_RATE_REFUSALS.includes(status) || mayBeMalformed(object)
      ? null
      : wrongGetStatus(exchange, object);
  }
  if (subject.operation !== 'create' || !isAccepted(exchange) || exchange.isReplay) return null;
  const look = recordIn(exchange, object, 'create', [...answerRows, ...answerShapeRows]);
  // A create response does not tell whether a checkout, escrow or link has changed its state meanwhile; an unknown
  // status says nothing.
  const says =
    (object.kind === 'refund' || object.kind === 'payout') && object.possible.machine.states.includes(look.status);
  return says ? look : { ...look, states: object.possible.machine.states };
}

export const unknownReference: Readonly<Partial<Record<ObjectKind, RequirementId>>> = {
  checkout: 'checkout.unknown-reference',
  refund: 'refund.unknown-reference',
  payout: 'payout.unknown-reference',
  escrow: 'escrow.unknown-reference',
};

/** What is no reference of this kind may be refused as that; which characters and lengths a kind takes is shown for checkouts alone. */
function mayBeMalformed({ kind, reference, creation }: ModelObject): boolean {
  if (kind === 'checkout' || kind === 'wallet link') return !isCertainlyValidReference(reference);
  return creation === null && !isCertainlyShortReference(reference);
}

/** "Unknown references on GET calls give a 404 error", and known ones return their record: any other status is a violation. */
function wrongGetStatus({ id, status }: Exchange, object: ModelObject): ShownRecord | null {
  const isThere = object.operations.length > 0;
  const requirement = isThere ? recordFound[object.kind] : unknownReference[object.kind];
  const mayBeUnknown = object.possible.states.has('absent');
  // What a GET of an unknown link returns is not shown.
  if (requirement === undefined || (object.kind === 'wallet link' && mayBeUnknown)) return null;
  const allowed = !isThere ? '404' : mayBeUnknown ? '200 or 404' : '200';
  const violation = object.violation(requirement, `GET answers ${status}`, allowed, { exchanges: [id] });
  return { states: object.possible.machine.states, status: '', text: `GET answers ${status}`, violations: [violation] };
}

export const recordFound: Readonly<Record<ObjectKind, RequirementId>> = {
  checkout: 'checkout.record-found',
  refund: 'refund.record-found',
  payout: 'payout.record-found',
  escrow: 'escrow.record-found',
  'wallet link': 'wallet-link.status-read',
};

function recordIn(exchange: Exchange, object: ModelObject, by: string, rows: readonly RecordRow[]): ShownRecord {
  const record = objectOf(exchange.json);
  const status = textIn(record, 'status') ?? '';
  const { machine } = object.possible;
  const isKnown = machine.states.includes(status) && status !== 'absent' && status !== 'superseded';
  const hidden = object.kind === 'wallet link' && status !== 'APPROVED' ? ['superseded'] : [];
  const words = `${by} shows \`${status}\`${amountsOf(record)}`;
  if (record === null) return { states: machine.states, status, text: words, violations: [] };
  const isCreated = by !== 'create' || exchange.status === 201;
  const code = createdStatus[object.kind];
  const wrongly = isCreated
    ? []
    : [object.violation(code, `create was answered ${exchange.status}`, '201', { exchanges: [exchange.id] })];
  const violations = rows
    .filter(({ kinds }) => kinds.includes(object.kind))
    .flatMap((row) => {
      const wrong = row.wrong(record, object, status);
      if (wrong === null) return [];
      const [what, allowed] = wrong;
      return object.violation(row.requirement, `${by} shows ${what}`, allowed, { exchanges: [exchange.id] });
    });
  object.observedStatuses.push({ began: exchange.began, ended: exchange.ended, status, record, exchange: exchange.id });
  return {
    states: isKnown ? [status, ...hidden] : hidden,
    status,
    text: words,
    violations: [...wrongly, ...violations],
  };
}

/** "201" (Endpoints). */
export const createdStatus: Readonly<Record<ObjectKind, RequirementId>> = {
  checkout: 'checkout.created',
  refund: 'refund.created',
  payout: 'payout.created',
  escrow: 'escrow.created',
  'wallet link': 'wallet-link.created',
};

function amountsOf(record: Fields | null): string {
  const refunded = integerIn(record, 'refundedAmount');
  return refunded === null || refunded === 0 ? '' : `, \`refundedAmount\` ${refunded}`;
}
