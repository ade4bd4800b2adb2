import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import type { Attempt } from '../../arrivals.ts';
import { textIn } from '../../events.ts';
import type { Thing, Violation } from '../../things.ts';
import type { World } from '../../world.ts';
import { eventRows } from '../events/webhooks.ts';

// A time that a target reports lies between the last moment at which it certainly had not happened and the first at
// which it certainly had, by the target's own clock. Judged at the end, when most is known.

/** Milliseconds by which several clocks of one service may differ, one of which writes the `Date` headers. */
const APART_MS = 45_000;

interface TimeRow {
  readonly requirement: RequirementId;
  readonly words: string;
}

/** `paidAt` of a checkout, and `occurredAt` of an event. */
export const timeRows: Readonly<Record<'paidAt' | 'occurredAt', TimeRow>> = {
  paidAt: { requirement: 'checkout.paid-at-true', words: 'when it was paid' },
  occurredAt: { requirement: 'webhook.occurred-at', words: 'when it happened' },
};

interface Bounds {
  readonly least: number;
  readonly most: number;
}

export function timeViolations(world: World, attempts: readonly Attempt[]): Violation[] {
  return [...paidAt(world), ...occurredAt(world, attempts)];
}

function* paidAt(world: World): Generator<Violation> {
  for (const thing of world.things) {
    if (thing.kind !== 'checkout' || thing.isBroken || thing.creation === null) continue;
    for (const { status, record, exchange } of thing.sights) {
      if (status !== 'succeeded' || record === null || exchange === null) continue;
      const bounds = boundsOf(thing, ['succeeded'], world);
      const wrong = wrongIn(timeRows.paidAt, 'paidAt', record.paidAt, bounds);
      if (wrong === null) continue;
      yield thing.violation(timeRows.paidAt.requirement, `GET shows ${wrong[0]}`, wrong[1], { exchanges: [exchange] });
      break;
    }
  }
}

function* occurredAt(world: World, attempts: readonly Attempt[]): Generator<Violation> {
  const seen = new Set<string>();
  for (const attempt of attempts) {
    const { payload, seq, stamp, standing } = attempt;
    const [event, reference, id] = ['event', 'reference', 'id'].map((field) => textIn(payload, field) ?? '');
    const row = eventRows[event ?? ''];
    const thing = row === undefined ? undefined : ownerOf(world, attempt, row.kind, reference ?? '');
    if (row === undefined || thing === undefined || standing !== 'genuine' || seen.has(`${thing.merchant} ${id}`))
      continue;
    seen.add(`${thing.merchant} ${id}`);
    if (thing.isBroken || thing.creation === null) continue;
    const { least, most } = boundsOf(thing, row.after, world);
    // An event is sent after it has happened.
    const sent = Math.min(most, world.clock.notAfter(attempt.at), stamp === null ? most : 1_000 * (stamp + 1));
    const wrong = wrongIn(timeRows.occurredAt, 'occurredAt', payload.occurredAt, { least, most: sent });
    if (wrong === null) continue;
    const what = `${event} (webhook ${seq}) has ${wrong[0]}`;
    yield thing.violation(timeRows.occurredAt.requirement, what, wrong[1], { webhooks: [seq] });
  }
}

/** The only object that it can be about; undefined where there is none, or several. */
function ownerOf(world: World, attempt: Attempt, kind: Thing['kind'], reference: string): Thing | undefined {
  const receivers = world.receivers(attempt);
  const own = (['sandbox', 'live'] as const)
    .flatMap((environment) => world.named(kind, environment, reference))
    .filter(({ merchant, operations }) => receivers?.has(merchant) === true && operations.length > 0);
  return own.length === 1 ? own[0] : undefined;
}

function boundsOf(thing: Thing, states: readonly string[], { clock }: World): Bounds {
  const { after, by } = thing.entered(states);
  const began = thing.creation?.began ?? Number.NEGATIVE_INFINITY;
  return { least: clock.notBefore(Math.max(after, began)), most: clock.notAfter(by) };
}

function wrongIn(
  { words }: TimeRow,
  field: string,
  value: unknown,
  { least, most }: Bounds,
): readonly [what: string, allowed: string] | null {
  const at = typeof value === 'string' ? parseInstant(value) : undefined;
  if (at === undefined || (at >= least - APART_MS && at <= most + APART_MS)) return null;
  const from = Number.isFinite(least) ? ` from ${new Date(least).toISOString()}` : '';
  const to = Number.isFinite(most) ? ` to ${new Date(most).toISOString()}` : '';
  return [`\`${field}\` ${JSON.stringify(value)}`, `${words},${from}${to}`];
}
