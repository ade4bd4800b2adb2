import type { Outcome } from '../types.ts';
import { type CompareOptions, compareLatencies, type Row, type Sample } from './latencies.ts';

/** What a run of one script left. */
export interface Recorded {
  readonly script: string;
  readonly verdict: Outcome;
  readonly plan: string;
  readonly rate: { readonly askedPerSecond: number | null };
  readonly findings: readonly { readonly id: string; readonly outcome: Outcome; readonly detail: string }[];
  /** Of each answer: since k6 began to ask. What k6 was late itself is not the target's, and would hide a change. The rate tells of what was dropped. */
  readonly samples: readonly Sample[];
}

export interface FindingChange {
  readonly id: string;
  /** Null: that run has no such finding. */
  readonly a: Outcome | null;
  readonly b: Outcome | null;
  /** It failed in B and did not fail in A. */
  readonly worse: boolean;
  /** What B says, in words. */
  readonly detail: string;
}

export interface ScriptComparison {
  readonly script: string;
  /** Worse in any row or finding; else not comparable where latencies should have been compared; else better in any; else the same. */
  readonly change: 'same' | 'worse' | 'better' | 'not comparable';
  readonly findings: readonly FindingChange[];
  readonly rows: readonly Row[];
  /** Why latencies are not compared; null: they are. */
  readonly notCompared: string | null;
}

/** Scripts whose requests arrive at a given rate: the others ask at once for more than fits, and how long that takes is not their question. */
const paced: readonly string[] = ['steady'];

export function compareScript(a: Recorded, b: Recorded, options: CompareOptions): ScriptComparison {
  const findings = changedFindings(a, b);
  const notCompared = reasonAgainst(a, b);
  const rows = notCompared === null ? compareLatencies(a.samples, b.samples, options) : [];
  return comparisonOf({ script: b.script, findings, rows, notCompared });
}

/** What follows from rows and findings for the whole. */
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
