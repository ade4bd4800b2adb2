import type { Evidence } from './checks/step-log.ts';
import type { Suite } from './checks/suites.ts';
import type { Secret } from './http/index.ts';
import type { Assignment } from './run/assignment.ts';
import type { ControlPort } from './run/control.ts';
import type { Run } from './run/run.ts';
import type { Target } from './run/target.ts';
import type { Activity } from './time/activity.ts';

/** What the engine is told of the interface that it certifies implementations of. `Context`: what a check of that interface is given. */
export interface Profile<
  Context = unknown,
  Control extends ControlPort = ControlPort,
  TheTarget extends Target = Target,
> {
  /** A path that every merchant may GET, to find out whether anything answers: `/v1/banks`. */
  readonly probePath: string;
  /** The client of the target's control interface; null where it has none. */
  openControl(target: TheTarget): Control | null;
  /** What must not be told anywhere, beside keys, webhook secrets and the control token. */
  secrets(target: TheTarget): readonly Secret[];
  /** What one check works with. Called once for each check and each preparation that checks share. */
  giveTo(run: Run<Control, TheTarget>, activity: Activity, options: ContextOptions): Promise<Context>;
}

export interface ContextOptions {
  /** The seed of its made-up data comes from it. */
  readonly name: string;
  /** Capabilities that the check says it needs. */
  readonly needs: readonly string[];
  readonly signal: AbortSignal;
  readonly evidence: Evidence;
  /** How often the check has been begun. */
  readonly turn?: number;
}

/** What the worker that runs the suites imports from an interface. */
export interface InterfaceModule {
  openRun(assignment: Assignment): Promise<Run>;
  loadSuites(): Promise<Suite[]>;
}
