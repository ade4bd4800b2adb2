import type { Outcome } from '../types.ts';
import { compareScript, comparisonOf, type Recorded, type ScriptComparison } from './compare.ts';
import { type CompareOptions, compareLatencies, type Row } from './latencies.ts';

/**
 * Compares two targets that were asked in turns, A B A B: each turn's blocks of time lie beside those of the other's same turn, so what the
 * machine did meanwhile met both. What it did to one of them alone no test within the runs can know; but it will hardly do it in each turn: so a
 * row changed only where it did so in every turn, in the same direction and by half of the whole at least.
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

/** How much of the change each turn has to show, by logarithms. */
const SHOWN = 0.5;

/** A turn that has too few answers for a row does not contradict it. */
function agrees({ op, measure, ratio }: Row, turn: readonly Row[]): boolean {
  const same = turn.find((each) => each.op === op && each.measure === measure);
  if (same === undefined) return true;
  const [whole, part] = [Math.log(ratio.value), Math.log(same.ratio.value)];
  return Math.sign(part) === Math.sign(whole) && Math.abs(part) >= SHOWN * Math.abs(whole);
}

/** All turns of one target as one run: one after the other, and of each finding the worst that was said of it. */
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
