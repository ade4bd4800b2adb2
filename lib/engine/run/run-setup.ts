import { Durable } from '../durable/durable.ts';
import { acceleratedClock, realClock } from '../time/clock.ts';
import { ClockAdvancer } from '../time/clock-advancer.ts';
import { Conductor } from '../time/conductor.ts';
import { markOf } from './disguise/names.ts';
import { type Listening, listen } from './listen.ts';
import type { Assignment } from './merchants/assignment.ts';
import type { ControlPort } from './merchants/control.ts';
import { EvidenceWriter } from './recording/evidence-writer.ts';
import { Slowness } from './slowness.ts';

/** Everything opened before checks start. */
export interface RunSetup<C extends ControlPort> extends Listening {
  readonly conductor: Conductor;
  readonly control: C | null;
  readonly clockAdvancer: ClockAdvancer | null;
  readonly durable: Durable | null;
  readonly evidence: EvidenceWriter;
  readonly slowness: Slowness;
}

/** Opens everything that a run needs, whether it is new or resumed. Throws RunImpossible. */
export async function setUpRun<C extends ControlPort>(
  assignment: Assignment,
  control: C | null,
  maxActive: number,
): Promise<RunSetup<C>> {
  const clock = assignment.course === undefined ? realClock() : acceleratedClock(assignment.course);
  const { clock: canAdvance, capture: address, network } = assignment.target;
  const clockAdvancer = control && new ClockAdvancer(control, 40 * network.timeoutMs);
  const slowness = new Slowness().start();
  const conductor = new Conductor({
    late: (ms) => slowness.note('waitsLateMs', ms),
    moved: (ms) => slowness.note('clockMovedMs', ms),
    advance: canAdvance && clockAdvancer ? (seconds) => clockAdvancer.advance(seconds) : null,
    maxActive,
    clock,
  });
  const durable = assignment.durable ? new Durable(assignment.durable, () => conductor.now()) : null;
  if (canAdvance && clockAdvancer) {
    const origin = durable?.clockOrigin;
    if (origin !== undefined) conductor.target.resumeFrom(origin);
    // Reads the clock once while nothing is due. If control does not answer now, a later call reports the time.
    await conductor.standing(() => clockAdvancer.advance(0)).catch(() => {});
    durable?.rememberClockOrigin(conductor.target.origin);
  }
  const evidence = await EvidenceWriter.open(assignment.evidenceFolder ?? null, durable?.store ?? null);
  const onAnswer = (ms: number, at: number) => slowness.note('webhookAnswerMs', ms, at + ms);
  const listening = await listen(address, markOf(assignment), durable, { onStall: slowness.noteStall, onAnswer });
  durable?.startListening(listening.capture.port, () => clock.slept());
  return {
    ...listening,
    conductor,
    control,
    clockAdvancer,
    durable,
    evidence,
    slowness,
  };
}
