import type { Depth } from '../../checks/suites.ts';
import type { RunStoreAssignment } from '../../durable/durable.ts';
import type { KeptStory } from '../../explore/kept.ts';
import type { Course } from '../../time/clock.ts';
import type { Appearance } from '../disguise/appearance.ts';
import type { Target } from '../target.ts';

/** What the command hands to the worker that runs the suites. Plain data. */
export interface Assignment {
  readonly target: Target;
  /** Ids of requirements and observations to try. */
  readonly selected: readonly string[];
  readonly depth: Depth;
  readonly seed: number;
  /** For so many requests stories are told when the checks have ended; the run is judged with them. Left out, none. */
  readonly stories?: number;
  /** Stories that broke a rule once: they are told before all else. */
  readonly kept?: readonly KeptStory[];
  /** Epoch milliseconds: with the seed and the secret it makes references that no other run repeats. */
  readonly startedAt: number;
  /** How the run looks to the target, and what its names are made of; left out: recognisable, for tests. */
  readonly appearance?: Appearance;
  /** Name of the BroadcastChannel for progress. */
  readonly channel: string;
  /** Folder into which everything that happens is written as evidence; left out, nothing is. */
  readonly evidenceFolder?: string;
  /** Where all that the run does is written, so that another process can go on with it. */
  readonly durable?: RunStoreAssignment | null;
  /** Sends a header `traceparent` with each request. */
  readonly trace?: boolean;
  /** For tests alone: how time passes. */
  readonly course?: Course;
}

/** As the worker gets it, which has to find the interface first. */
export interface WorkerAssignment extends Assignment {
  /** URL of the module that exports what an `InterfaceModule` has. */
  readonly interfaceModule: string;
}
