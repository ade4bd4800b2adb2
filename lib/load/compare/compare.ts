import type { Outcome } from '../types.ts';
import { type CompareOptions, compareLatencies, type Row, type Sample } from './latencies.ts';

/** Recorded results of one run of a script. */
export interface Recorded {
  readonly script: string;
  readonly verdict: Outcome;
  readonly plan: string;
  readonly rate: { readonly askedPerSecond: number | null };
  readonly findings: readonly { readonly id: string; readonly outcome: Outcome; readonly detail: string }[];
  /**
   * One for each response, with the latency since k6 began the request: k6's own lateness is not the target's and could hide a change. Dropped
   * arrivals show in the rate.
   */
  readonly samples: readonly Sample[];
}

export interface FindingChange {
  readonly id: string;
  /** Null: that run has no such finding. */
  readonly a: Outcome | null;
  readonly b: Outcome | null;
  /** It failed in B but not in A. */
  readonly worse: boolean;
  /** Detail of B's finding; empty if B has none. */
  readonly detail: string;
}

export interface ScriptComparison {
  readonly script: string;
  /** `worse` if any row or finding is; else `not comparable` if latencies should have been compared; else `better` if any is; else `same`. */
  readonly change: 'same' | 'worse' | 'better' | 'not comparable';
  readonly findings: readonly FindingChange[];
  readonly rows: readonly Row[];
  /** Why latencies are not compared; null: they are. */
  readonly notCompared: string | null;
}

/** Scripts with a given arrival rate. Latencies of the others, which send bursts, are not compared. */
const paced: readonly string[] = ['steady'];

export function compareScript(a: Recorded, b: Recorded, options: CompareOptions): ScriptComparison {
  const findings = changedFindings(a, b);
  const notCompared = reasonAgainst(a, b);
  const rows = notCompared === null ? compareLatencies(a.samples, b.samples, options) : [];
  return comparisonOf({ script: b.script, findings, rows, notCompared });
}

/** Adds the overall change that follows from rows and findings. */
export function comparisonOf(compared: Omit<ScriptComparison, 'change'>): ScriptComparison {
  const { script, findings, rows, notCompared } = compared;
  const worse = rows.some(({ change }) => change === 'worse') || findings.some((each) => each.worse);
  const better =
    rows.some(({ change }) => change === 'better') ||
    findings.some((each) => each.a === 'failed' && each.b === 'passed');
  const missed = notCompared !== null && paced.includes(script);
  return { ...compared, change: worse ? 'worse' : missed ? 'not comparable' : better ? 'better' : 'same' };
}

function changedFindings(a: Recorded, b: Recorded): FindingChange[] {
  const before = new Map(a.findings.map(({ id, outcome }) => [id, outcome]));
  const after = new Map(b.findings.map((each) => [each.id, each]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id) ?? null, after.get(id)];
    if (was === (is?.outcome ?? null)) return [];
    const worse = is?.outcome === 'failed';
    return [{ id, a: was, b: is?.outcome ?? null, worse, detail: is?.detail ?? '' }];
  });
}

function reasonAgainst(a: Recorded, b: Recorded): string | null {
  if (!paced.includes(b.script)) return 'it asks what happens at once, not how fast';
  if (a.samples.length === 0 || b.samples.length === 0) return `${a.samples.length === 0 ? 'A' : 'B'} has no answers`;
  if (a.plan !== b.plan) return `the plans differ: ${a.plan}; ${b.plan}`;
  const late = [a, b].flatMap(({ findings }, place) =>
    findings.some(({ id, outcome }) => id === 'rate' && outcome !== 'passed') ? [place === 0 ? 'A' : 'B'] : [],
  );
  return late.length === 0 ? null : `the generator could not keep up in ${late.join(' and ')}`;
}
