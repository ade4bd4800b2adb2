import type { Target } from '../target/meet.ts';
import type { Course } from './clock.ts';
import type { JournalAssignment } from './durable.ts';

/** What the command hands to the worker that runs the suites. Plain data. */
export interface Assignment {
  readonly target: Target;
  /** Ids of requirements and observations to try. */
  readonly selected: readonly string[];
  /** Of each requirement only the first check. */
  readonly firstChecksOnly: boolean;
  readonly seed: number;
  /** Epoch milliseconds: with the seed it makes references that no other run repeats. */
  readonly startedAt: number;
  /** Name of the BroadcastChannel for progress. */
  readonly channel: string;
  /** Folder into which everything that happens is written as evidence; left out, nothing is. */
  readonly journal?: string;
  /** Where all that the run does is written, so that another process can go on with it. */
  readonly durable?: JournalAssignment | null;
  /** For tests alone: how time passes. */
  readonly course?: Course;
}
