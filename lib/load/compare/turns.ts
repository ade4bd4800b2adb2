import type { Outcome } from '../types.ts';
import { compareScript, comparisonOf, type Recorded, type ScriptComparison } from './compare.ts';
import { type CompareOptions, compareLatencies, type Row } from './latencies.ts';

/**
 * Compares two targets that were loaded in alternation, A B A B, so that slow changes of the machine affect both. No test within the runs
 * can detect a disturbance that affected only one of them, but it is unlikely to recur in every turn: so a row counts as changed only if it
 * changed in every turn, in the same direction and by at least half of the overall change.
 */
export function compareTurns(
  a: readonly Recorded[],
  b: readonly Recorded[],
  options: CompareOptions,
): ScriptComparison {
  const all = [...a, ...b];
  const turnMs = Math.max(0, ...all.flatMap(({ samples }) => samples.map(({ at }) => at))) + 1;
  const compared = compareScript(joined(a, turnMs), joined(b, turnMs), options);
  if (compared.notCompared !== null) return compared;
  const byTurn = a.map((one, turn) =>
    compareLatencies(one.samples, b[turn]?.samples ?? [], { ...options, resamplings: 0 }),
  );
  const rows = compared.rows.map(
    (row): Row => (byTurn.every((of) => agrees(row, of)) ? row : { ...row, change: 'same' }),
  );
  return comparisonOf({ ...compared, rows });
}

/** Minimum change in each turn, as a share of the overall change (ratios of logarithms). */
const SHOWN = 0.5;

/** Whether a turn confirms the change of a row. A turn with too few responses for the row does not contradict it. */
function agrees({ op, measure, ratio }: Row, turn: readonly Row[]): boolean {
  const same = turn.find((each) => each.op === op && each.measure === measure);
  if (same === undefined) return true;
  const [whole, part] = [Math.log(ratio.value), Math.log(same.ratio.value)];
  return Math.sign(part) === Math.sign(whole) && Math.abs(part) >= SHOWN * Math.abs(whole);
}

/** Joins all turns of one target into one run: samples in sequence, `turnMs` milliseconds apart, and the worst outcome of each finding. */
function joined(turns: readonly Recorded[], turnMs: number): Recorded {
  const [first] = turns;
  if (first === undefined) throw new Error('no turns');
  const outcomes = new Map<string, Recorded['findings'][number]>();
  for (const { findings } of turns)
    for (const finding of findings) {
      const before = outcomes.get(finding.id);
      if (before === undefined || rank(finding.outcome) > rank(before.outcome)) outcomes.set(finding.id, finding);
    }
  const plans = new Set(turns.map(({ plan }) => plan));
  return {
    ...first,
    plan: [...plans].join('; '),
    findings: [...outcomes.values()],
    samples: turns.flatMap(({ samples }, turn) =>
      samples.map((sample) => ({ ...sample, at: sample.at + turn * turnMs })),
    ),
  };
}

function rank(outcome: Outcome): number {
  return ['passed', 'not exercised', 'inconclusive', 'failed'].indexOf(outcome);
}
