import { Durable } from '../durable/durable.ts';
import { Advance } from '../time/advance.ts';
import { hastenedClock, realClock } from '../time/clock.ts';
import { Conductor } from '../time/conductor.ts';
import type { Assignment } from './assignment.ts';
import type { ControlPort } from './control.ts';
import { Journal } from './journal.ts';
import { type Listening, listen, markOf } from './listen.ts';
import { Slowness } from './slowness.ts';

/** What is there before a run is. */
export interface Beginning<C extends ControlPort> extends Listening {
  readonly conductor: Conductor;
  readonly control: C | null;
  readonly advance: Advance | null;
  readonly durable: Durable | null;
  readonly journal: Journal;
  readonly slowness: Slowness;
}

/** Begins a run, or goes on with one. Throws RunImpossible. */
export async function begin<C extends ControlPort>(
  assignment: Assignment,
  control: C | null,
  maxActive: number,
): Promise<Beginning<C>> {
  const clock = assignment.course === undefined ? realClock() : hastenedClock(assignment.course);
  const { clock: moves, capture: address, network } = assignment.target;
  const advance = control && new Advance(control, 40 * network.timeoutMs);
  const slowness = new Slowness().start();
  const conductor = new Conductor({
    late: (ms) => slowness.note('waitsLateMs', ms),
    advance: moves && advance ? (seconds) => advance.by(seconds) : null,
    maxActive,
    clock,
  });
  const durable = assignment.durable ? new Durable(assignment.durable, () => conductor.now()) : null;
  if (moves && advance) {
    const origin = durable?.clockOrigin;
    if (origin !== undefined) conductor.target.goesOnFrom(origin);
    // Read once while nothing is due. Who cannot be asked now is asked later.
    await conductor.standing(() => advance.by(0)).catch(() => {});
    durable?.countsFrom(conductor.target.origin);
  }
  const journal = await Journal.open(assignment.journal ?? null, durable?.journal ?? null);
  const onAnswer = (ms: number, at: number) => slowness.note('webhookAnswerMs', ms, at + ms);
  const listening = await listen(address, markOf(assignment), durable, { onStall: slowness.stalled, onAnswer });
  durable?.listens(listening.capture.port, () => clock.slept());
  return {
    ...listening,
    conductor,
    control,
    advance,
    durable,
    journal,
    slowness,
  };
}
