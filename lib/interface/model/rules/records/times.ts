import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import type { Attempt } from '../../arrivals.ts';
import { textIn } from '../../events.ts';
import type { ModelObject, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { eventRows } from '../events/webhooks.ts';

// A time that a target reports lies between the last moment at which it certainly had not happened and the first at
// which it certainly had, by the target's own clock. Judged at the end, when most is known.

/** Milliseconds by which several clocks of one service may differ, one of which writes the `Date` headers. */
const SEVERAL_CLOCKS_APART_MS = 45_000;

interface TimeRow {
  readonly requirement: RequirementId;
  readonly words: string;
}

/** `paidAt` of a checkout, and `occurredAt` of an event. */
export const timeRows: Readonly<Record<'paidAt' | 'occurredAt', TimeRow>> = {
  paidAt: { requirement: 'checkout.paid-at-true', words: 'when it was paid' },
  occurredAt: { requirement: 'webhook.occurred-at', words: 'when it happened' },
};

interface TimeBounds {
  readonly least: number;
  readonly most: number;
}

export function timeViolations(model: ModelState, attempts: readonly Attempt[]): Violation[] {
  return [...paidAt(model), ...occurredAt(model, attempts)];
}

function* paidAt(model: ModelState): Generator<Violation> {
  for (const object of model.objects) {
    if (object.kind !== 'checkout' || object.isBroken || object.creation === null) continue;
    for (const { status, record, exchange } of object.observedStatuses) {
      if (status !== 'succeeded' || record === null || exchange === null) continue;
      const bounds = boundsOf(object, ['succeeded'], model);
      const wrong = wrongIn(timeRows.paidAt, 'paidAt', record.paidAt, bounds);
      if (wrong === null) continue;
      yield object.violation(timeRows.paidAt.requirement, `GET shows ${wrong[0]}`, wrong[1], { exchanges: [exchange] });
      break;
    }
  }
}

function* occurredAt(model: ModelState, attempts: readonly Attempt[]): Generator<Violation> {
  const seen = new Set<string>();
  for (const attempt of attempts) {
    const { payload, seq, stamp, standing } = attempt;
    const [event, reference, id] = ['event', 'reference', 'id'].map((field) => textIn(payload, field) ?? '');
    const row = eventRows[event ?? ''];
    const object = row === undefined ? undefined : ownerOf(model, attempt, row.kind, reference ?? '');
    if (row === undefined || object === undefined || standing !== 'genuine' || seen.has(`${object.merchant} ${id}`))
      continue;
    seen.add(`${object.merchant} ${id}`);
    if (object.isBroken || object.creation === null) continue;
    const { least, most } = boundsOf(object, row.after, model);
    // An event is sent after it has happened.
    const sent = Math.min(most, model.clock.notAfter(attempt.at), stamp === null ? most : 1_000 * (stamp + 1));
    const wrong = wrongIn(timeRows.occurredAt, 'occurredAt', payload.occurredAt, { least, most: sent });
    if (wrong === null) continue;
    const what = `${event} (webhook ${seq}) has ${wrong[0]}`;
    yield object.violation(timeRows.occurredAt.requirement, what, wrong[1], { webhooks: [seq] });
  }
}

/** The only object that it can be about; undefined where there is none, or several. */
function ownerOf(
  model: ModelState,
  attempt: Attempt,
  kind: ModelObject['kind'],
  reference: string,
): ModelObject | undefined {
  const receivers = model.receivers(attempt);
  const own = (['sandbox', 'live'] as const)
    .flatMap((environment) => model.objectsNamed(kind, environment, reference))
    .filter(({ merchant, operations }) => receivers?.has(merchant) === true && operations.length > 0);
  return own.length === 1 ? own[0] : undefined;
}

function boundsOf(object: ModelObject, states: readonly string[], { clock }: ModelState): TimeBounds {
  const { after, by } = object.enteredBetween(states);
  const began = object.creation?.began ?? Number.NEGATIVE_INFINITY;
  return { least: clock.notBefore(Math.max(after, began)), most: clock.notAfter(by) };
}

function wrongIn(
  { words }: TimeRow,
  field: string,
  value: unknown,
  { least, most }: TimeBounds,
): readonly [what: string, allowed: string] | null {
  const at = typeof value === 'string' ? parseInstant(value) : undefined;
  if (at === undefined || (at >= least - SEVERAL_CLOCKS_APART_MS && at <= most + SEVERAL_CLOCKS_APART_MS)) return null;
  const from = Number.isFinite(least) ? ` from ${new Date(least).toISOString()}` : '';
  const to = Number.isFinite(most) ? ` to ${new Date(most).toISOString()}` : '';
  return [`\`${field}\` ${JSON.stringify(value)}`, `${words},${from}${to}`];
}
