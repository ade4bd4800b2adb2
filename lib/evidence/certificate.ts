import type { Outcome } from '../harness/outcome.ts';
import type { Chapter } from '../requirements/index.ts';

/** What `certificate.json` holds. Others read it: fields are added, never renamed. */
export type Verdict = 'conformant' | 'conformant_in_scope' | 'inconclusive' | 'nonconformant';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly blocked: number;
  readonly notExercised: number;
}

export interface CertifiedRequirement {
  readonly id: string;
  readonly chapter: Chapter;
  readonly statement: string;
  readonly source: string;
  readonly outcome: Outcome;
  /** Why it did not pass. */
  readonly reason?: string;
  /** The checks that were meant to be made, each as a sentence. */
  readonly tests: readonly string[];
}

export interface CertifiedObservation {
  readonly id: string;
  readonly chapter: Chapter;
  readonly question: string;
  readonly observed: string;
}

export interface Certificate {
  readonly verdict: Verdict;
  readonly interfaceVersion: string;
  readonly target: { readonly baseUrl: string; readonly liveBaseUrl?: string };
  readonly suite: { readonly version: string; readonly registerDigest: string };
  /** What was asked for; null: everything. */
  readonly selection: {
    readonly chapters?: readonly string[];
    readonly requirements?: readonly string[];
    readonly profile?: string;
  } | null;
  /** What the target could be asked to do, beyond plain HTTP. */
  readonly capabilities: readonly string[];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly requests: number;
  readonly seed: number;
  /** The run was ended before its time. */
  readonly interrupted: boolean;
  readonly totals: Totals;
  readonly requirements: readonly CertifiedRequirement[];
  readonly observations: readonly CertifiedObservation[];
}
