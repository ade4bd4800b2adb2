import type { Duration } from '../time/duration.ts';

/** One check of one requirement, or one look at what the interface leaves open. */
export interface Definition {
  readonly kind: 'requirement' | 'observation';
  readonly id: string;
  readonly chapter: string;
  /** What this check does, as a sentence. */
  readonly title: string;
  /** What the register says is needed, and what this check needs beyond it. */
  readonly needs: readonly string[];
  /** The target's time that must pass for it. */
  readonly waits: Duration | undefined;
  /** It takes real time, whoever moves the target's clock: a page is driven in a browser, or a request is held. */
  readonly realTime: boolean;
  /** How many requests it makes, about. */
  readonly requests: number;
  readonly runs: 'together' | 'alone' | 'undisturbed';
  readonly row: Row | null;
  /** An observation returns what it saw. */
  check(context: unknown): Promise<unknown>;
}

/** Of a check that is a row of a table. */
export interface Row {
  readonly index: number;
  /** How many rows there are. */
  readonly of: number;
  /** How many of the rows after the first are drawn where requests are scarce. */
  readonly drawn: number;
  /** What this row needs beyond what the register says of its requirement. */
  readonly needs: readonly string[];
}

const definitions: Definition[] = [];

/** Adds a check to those of the suite file that is being imported. */
export function define(definition: Definition): void {
  definitions.push(definition);
}

/** What has been defined since the last call: the checks of the suite file that was just imported. */
export function takeDefinitions(): Definition[] {
  return definitions.splice(0);
}
