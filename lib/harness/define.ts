import type { Capability, Chapter, Duration, ObservationId, RequirementId } from '../requirements/index.ts';
import { observation as observationEntry, requirement as requirementEntry } from '../requirements/index.ts';
import type { Given } from './given.ts';

/** One check of one requirement, or one look at what the interface leaves open. */
export interface Definition {
  readonly kind: 'requirement' | 'observation';
  readonly id: RequirementId | ObservationId;
  readonly chapter: Chapter;
  /** What this check does, as a sentence. */
  readonly title: string;
  /** What the register says is needed, and what this check needs beyond it. */
  readonly needs: readonly Capability[];
  /** The target's time that must pass for it. */
  readonly waits: Duration | undefined;
  readonly runs: 'together' | 'alone' | 'undisturbed';
  /** An observation returns what it saw. */
  check(given: Given): Promise<unknown>;
}

export interface CheckOptions {
  /** What this check needs beyond what the register says of its requirement. */
  needs?: readonly Capability[];
  /** Time that must pass at the target for this check, where the register does not say it already. */
  waits?: Duration;
  /**
   * `together` (default): at the same time as others. `undisturbed`: nothing else may use its merchant meanwhile, because it
   * looks at a balance. `alone`: nothing else may run at all, because it counts requests.
   */
  runs?: Definition['runs'];
}

const definitions: Definition[] = [];

/** A check of one requirement: passes when it returns, fails where an expectation does not hold. */
export function requirement(
  id: RequirementId,
  title: string,
  check: (given: Given) => Promise<void>,
  options: CheckOptions = {},
): void {
  define('requirement', id, title, requirementEntry(id), options, check);
}

/** A look at what the interface leaves open: returns what it saw, in a few words. It never fails. */
export function observation(
  id: ObservationId,
  look: (given: Given) => Promise<string>,
  options: CheckOptions = {},
): void {
  const entry = observationEntry(id);
  define('observation', id, entry.question, entry, options, look);
}

/** What has been defined since the last call: the checks of the suite file that was just imported. */
export function takeDefinitions(): Definition[] {
  return definitions.splice(0);
}

function define(
  kind: Definition['kind'],
  id: Definition['id'],
  title: string,
  entry: { chapter: Chapter; needs: readonly Capability[]; waits?: Duration },
  options: CheckOptions,
  check: Definition['check'],
): void {
  const needs = [...new Set([...entry.needs, ...(options.needs ?? [])])];
  definitions.push({
    kind,
    id,
    chapter: entry.chapter,
    title,
    needs,
    waits: options.waits ?? entry.waits,
    runs: options.runs ?? 'together',
    check,
  });
}
