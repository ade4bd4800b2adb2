import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckEvidence } from '../../checks.ts';
import { type Forged, reconcileAll, renumber, the, withoutModel } from '../forger.support.ts';

export interface Forgery {
  /** As named in the table of docs/reports-and-trust.md. */
  readonly what: string;
  /** The contradiction that is reported without a given key; null: there is none, and only a signature would reveal the forgery. */
  readonly told: RegExp | null;
  /** It is made of a run of every check: one of the first check of each requirement may have nothing of this kind. */
  readonly needsEveryCheck?: true;
  change(forged: Forged): void;
  /** Changes the written files before they are sealed. */
  finish?(folder: string): void;
}

// The forged run fails at one requirement, `refund.exceeds-paid`, and passes at others. Each forgery is covered up as well as possible:
// every page, total and digest is recomputed.
export const BROKEN = 'refund.exceeds-paid';
export const CREATED = 'checkout.created';

export type OpenCheck = Forged['checks'][number];

export const failed = ({ checks }: Forged) =>
  checks.filter(({ outcome, predicates }) => outcome === 'failed' && predicates.length > 0);
/** The requirement's own check: rows of tables, `spare`, may have ended before it, and record other predicates. */
export const checkOf = ({ checks }: Forged, id: string) =>
  the(checks.find(({ about, spare }) => about === id && !spare));
export const requirementOf = ({ certificate }: Forged, id: string) =>
  the(certificate.requirements.find((each) => each.id === id));
export const exchangeOf = ({ exchanges }: Forged, id: number | undefined) =>
  the(exchanges.find(({ _id }) => _id === id));

/** Turns every failed check into a passed one; `change` is applied to each predicate that did not hold. */
export const passing =
  (change: (predicate: OpenCheck['predicates'][number], check: OpenCheck, forged: Forged) => void) =>
  (forged: Forged) => {
    withoutModel(forged);
    for (const check of failed(forged)) {
      for (const predicate of check.predicates.filter(({ held }) => !held)) change(predicate, check, forged);
      check.outcome = 'passed';
      check.reason = null;
    }
    reconcileAll(forged);
  };

export const edited = (file: string, from: string | RegExp, to: string) => (folder: string) => {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.replace(from, to) === text) throw new Error(`${file} has no ${from}: the forgery would change nothing`);
  writeFileSync(path, text.replace(from, to));
};
export const nothing = () => {};

export const shifted = (at: string, ms = 3_600_000) => new Date(Date.parse(at) + ms).toISOString();

/** Removes checks, and the exchanges that no other check uses. */
export function leaveOut(forged: Forged, which: (check: CheckEvidence) => boolean): void {
  const kept = forged.checks.filter((check) => !which(check as CheckEvidence));
  const gone = new Set(forged.checks.filter((check) => !kept.includes(check)).map(({ id }) => id));
  const needed = new Set(kept.flatMap(({ exchanges }) => exchanges));
  forged.steps = forged.steps.filter(({ id }) => !gone.has(id));
  forged.checks = kept;
  forged.exchanges = forged.exchanges.filter(({ _id }) => needed.has(_id));
  renumber(forged);
  reconcileAll(forged);
}
