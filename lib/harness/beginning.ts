import { Control } from '../target/control.ts';
import { Advance } from './advance.ts';
import type { Assignment } from './assignment.ts';
import { hastenedClock, realClock } from './clock.ts';
import { Conductor } from './conductor.ts';
import { Durable } from './durable.ts';
import { Journal } from './journal.ts';
import { type Listening, listen, markOf } from './listen.ts';

/** What is there before a run is. */
export interface Beginning extends Listening {
  readonly conductor: Conductor;
  readonly control: Control | null;
  readonly advance: Advance | null;
  readonly durable: Durable | null;
  readonly journal: Journal;
}

/** Begins a run, or goes on with one. Throws RunImpossible. */
export async function begin(assignment: Assignment, maxActive: number): Promise<Beginning> {
  const clock = assignment.course === undefined ? realClock() : hastenedClock(assignment.course);
  const { control: at, clock: moves, capture: address, network } = assignment.target;
  const control = at && new Control(at.url, at.token, network).learn(at.knowledge);
  const advance = control && new Advance(control, 40 * network.timeoutMs);
  const conductor = new Conductor({
    advance: moves && advance ? (seconds) => advance.by(seconds) : null,
    maxActive,
    clock,
  });
  const durable = assignment.durable ? new Durable(assignment.durable, () => conductor.now()) : null;
  if (moves && advance) {
    await durable?.sameClock(() => advance.by(0), conductor);
    // Read once while nothing is due: what a long first step leaves open about the clock would stay open. Who cannot be asked now is asked later.
    await conductor.standing(() => advance.by(0)).catch(() => {});
  }
  const journal = await Journal.open(assignment.journal ?? null, durable?.journal ?? null);
  const listening = await listen(address, markOf(assignment), durable);
  durable?.listens(listening.capture.port, () => clock.slept());
  return { ...listening, conductor, control, advance, durable, journal };
}
