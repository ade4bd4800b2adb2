import type { Duration } from '../time/duration.ts';

/** One check of one requirement, or one observation of something the interface leaves open. */
export interface Definition {
  readonly kind: 'requirement' | 'observation';
  readonly id: string;
  readonly chapter: string;
  /** What this check does, as a sentence. */
  readonly title: string;
  /** Capabilities that the check needs: those that the register names for its requirement, and its own. */
  readonly needs: readonly string[];
  /** Time that must pass at the target during the check. */
  readonly waits: Duration | undefined;
  /** The check takes real time even where the target's clock can be advanced: it drives a page in a browser, or keeps somebody waiting. */
  readonly realTime: boolean;
  /** Approximate number of requests, as those of its requirement take on average. */
  readonly requests: number;
  /** Number of requests if it takes many, with all that it would otherwise share with other checks; 0 for few. */
  readonly cost: number;
  readonly runs: 'together' | 'alone' | 'undisturbed' | 'last';
  /** Of the merchants it uses the first sandbox merchant alone, for whom the second can stand in. */
  readonly oneMerchant: boolean;
  readonly row: Row | null;
  /** The check itself; an observation returns what it saw. */
  check(context: unknown): Promise<unknown>;
}

/** The place of a check in its table. */
export interface Row {
  readonly index: number;
  /** The table has rows of several requirements, so this row is no plain example of its own. */
  readonly mixed: boolean;
  /** Number of rows in the table. */
  readonly of: number;
  /** How many of the rows after the first are drawn, on average, when requests are scarce: fewer where they take many requests. */
  readonly drawn: number;
  /** Capabilities that this row needs beyond those that the register names for its requirement. */
  readonly needs: readonly string[];
}

const definitions: Definition[] = [];

/** Adds a check to those of the suite file that is being imported. */
export function define(definition: Definition): void {
  definitions.push(definition);
}

/** Returns the checks defined since the last call: those of the suite file that was just imported. */
export function takeDefinitions(): Definition[] {
  return definitions.splice(0);
}
