import type { Depth } from '../../checks/suites.ts';
import type { RunStoreAssignment } from '../../durable/durable.ts';
import type { KeptStory } from '../../explore/kept.ts';
import type { Course } from '../../time/clock.ts';
import type { Appearance } from '../disguise/appearance.ts';
import type { Target } from '../target.ts';

/** What the command passes to the worker that runs the suites. Plain data. */
export interface Assignment {
  readonly target: Target;
  /** Ids of the requirements and observations to check. */
  readonly selected: readonly string[];
  readonly depth: Depth;
  readonly seed: number;
  /** How many requests of made-up stories are sent after the checks; they are judged with the run. Default: none. */
  readonly stories?: number;
  /** Stories that once broke a rule; they are told before the checks. */
  readonly kept?: readonly KeptStory[];
  /** Epoch milliseconds. With the seed and the secret it makes names that no other run repeats. */
  readonly startedAt: number;
  /** How the run appears to the target, and what its names are derived from. Default: recognisable, for tests. */
  readonly appearance?: Appearance;
  /** Name of the BroadcastChannel for progress. */
  readonly channel: string;
  /** Folder into which everything that happens is written as evidence. Default: nothing is written. */
  readonly evidenceFolder?: string;
  /** Where the run's state is kept, so that another process can resume it. */
  readonly durable?: RunStoreAssignment | null;
  /** Sends a header `traceparent` with each request. */
  readonly trace?: boolean;
  /** For tests only: how time passes. */
  readonly course?: Course;
}

/** As the worker gets it, with the module of the interface to load. */
export interface WorkerAssignment extends Assignment {
  /** URL of the module that exports an `InterfaceModule`. */
  readonly interfaceModule: string;
}
