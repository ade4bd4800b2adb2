import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, type Fields, integerIn, objectOf, textIn } from '../../events.ts';
import type { Kind } from '../../machine.ts';
import { isAccepted, type Matter } from '../../operations.ts';
import { isPlainReference } from '../../plain.ts';
import type { Thing, Violation } from '../../things.ts';
import { answerRows, type RecordRow, recordRows } from './record-rows.ts';
import { answerShapeRows, shapeRows } from './record-shapes.ts';

/** What one response shows of an object. */
export interface Look {
  /** The states that it may be in, if the response is true. */
  readonly states: readonly string[];
  readonly status: string;
  readonly words: string;
  readonly violations: readonly Violation[];
}

/** Null for a response that shows nothing of the state. */
export function lookedAt(exchange: Exchange, matter: Matter, thing: Thing): Look | null {
  const { status } = exchange;
  if (matter.operation === null) {
    if (status === 404) return { states: ['absent'], status: 'absent', words: 'GET answers 404', violations: [] };
    if (status === 200) return shown(exchange, thing, 'GET', [...recordRows, ...shapeRows]);
    const isOthers = NO_ANSWER.includes(status) || !isPlainReference(thing.reference);
    return isOthers ? null : misled(exchange, thing);
  }
  if (matter.operation !== 'create' || !isAccepted(exchange) || exchange.isReplay) return null;
  const look = shown(exchange, thing, 'create', [...answerRows, ...answerShapeRows]);
  // A create response does not tell whether a checkout, escrow or link has changed its state meanwhile; an unknown
  // status says nothing.
  const says = (thing.kind === 'refund' || thing.kind === 'payout') && thing.life.machine.states.includes(look.status);
  return says ? look : { ...look, states: thing.life.machine.states };
}

/** Refusals for credentials or rate, which show nothing of the object. */
const NO_ANSWER = [401, 403, 429];

export const unknownReference: Readonly<Partial<Record<Kind, RequirementId>>> = {
  checkout: 'checkout.unknown-reference',
  refund: 'refund.unknown-reference',
  payout: 'payout.unknown-reference',
  escrow: 'escrow.unknown-reference',
};

/** "Unknown references on GET calls give a 404 error", and known ones return their record: any other status is a violation. */
function misled({ id, status }: Exchange, thing: Thing): Look | null {
  const isThere = thing.operations.length > 0;
  const requirement = isThere ? recordFound[thing.kind] : unknownReference[thing.kind];
  const mayBeUnknown = thing.life.possible.has('absent');
  // What a GET of an unknown link returns is not shown.
  if (requirement === undefined || (thing.kind === 'wallet link' && mayBeUnknown)) return null;
  const allowed = !isThere ? '404' : mayBeUnknown ? '200 or 404' : '200';
  const violation = thing.violation(requirement, `GET answers ${status}`, allowed, { exchanges: [id] });
  return { states: thing.life.machine.states, status: '', words: `GET answers ${status}`, violations: [violation] };
}

export const recordFound: Readonly<Record<Kind, RequirementId>> = {
  checkout: 'checkout.record-found',
  refund: 'refund.record-found',
  payout: 'payout.record-found',
  escrow: 'escrow.record-found',
  'wallet link': 'wallet-link.status-read',
};

function shown(exchange: Exchange, thing: Thing, by: string, rows: readonly RecordRow[]): Look {
  const record = objectOf(exchange.json);
  const status = textIn(record, 'status') ?? '';
  const { machine } = thing.life;
  const isKnown = machine.states.includes(status) && status !== 'absent' && status !== 'superseded';
  const hidden = thing.kind === 'wallet link' && status !== 'APPROVED' ? ['superseded'] : [];
  const words = `${by} shows \`${status}\`${amountsOf(record)}`;
  if (record === null) return { states: machine.states, status, words, violations: [] };
  const isCreated = by !== 'create' || exchange.status === 201;
  const code = answeredWith[thing.kind];
  const wrongly = isCreated
    ? []
    : [thing.violation(code, `create was answered ${exchange.status}`, '201', { exchanges: [exchange.id] })];
  const violations = rows
    .filter(({ kinds }) => kinds.includes(thing.kind))
    .flatMap((row) => {
      const wrong = row.wrong(record, thing, status);
      if (wrong === null) return [];
      const [what, allowed] = wrong;
      return thing.violation(row.requirement, `${by} shows ${what}`, allowed, { exchanges: [exchange.id] });
    });
  thing.sights.push({ began: exchange.began, ended: exchange.ended, status, record, exchange: exchange.id });
  return { states: isKnown ? [status, ...hidden] : hidden, status, words, violations: [...wrongly, ...violations] };
}

/** "201" (Endpoints). */
export const answeredWith: Readonly<Record<Kind, RequirementId>> = {
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
