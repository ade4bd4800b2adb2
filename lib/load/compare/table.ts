import { styleText } from 'node:util';
import type { ScriptComparison } from './compare.ts';
import { ALL, type Estimate, type Row } from './latencies.ts';

const colours = { same: 'gray', worse: 'red', better: 'green', 'not comparable': 'yellow' } as const;

/** Findings that changed from A to B, a table of latencies, and the smallest change that could be detected. */
export function comparisonTable({ script, change, findings, rows, notCompared }: ScriptComparison): string {
  const lines = findings.map(({ id, a, b, worse, detail }) =>
    styleText(worse ? 'red' : 'yellow', `  ${id}: ${a ?? 'not there'} → ${b ?? 'not there'}${detail && `; ${detail}`}`),
  );
  const width = Math.max(0, ...rows.map(({ op }) => op.length));
  const head = `  ${'operation'.padEnd(width)}         ${'A'.padStart(21)} ${'B'.padStart(21)}   B beside A (95% interval)`;
  return [
    styleText(['bold', colours[change]], `${script}: ${change}`),
    ...lines,
    ...(notCompared === null ? [head, ...rows.map((row) => rowLine(row, width)), `  ${sightOf(rows)}`] : []),
    ...(notCompared === null ? [] : [`  latencies are not compared: ${notCompared}`]),
  ].join('\n');
}

function rowLine(row: Row, width: number): string {
  const { op, measure, a, b, ratio, change } = row;
  const unit = measure === 'rate' ? '/s' : op === ALL ? '×' : 'ms';
  const value = (of: Estimate) => {
    const [told, interval] = estimateInWords(of);
    return `${told} (${interval})`.padStart(21);
  };
  const beside = `${percent(ratio.value)} (${percent(ratio.low)} to ${percent(ratio.high)})`;
  const told = `  ${op.padEnd(width)} ${measure.padEnd(4)} ${unit.padEnd(2)} ${value(a)} ${value(b)}   ${beside}`;
  return change === 'same' ? told : styleText(colours[change], `${told} ${change}`);
}

/** The smallest change of all operations that a comparison of such runs detects, in words. */
export function sightOf(rows: readonly Row[]): string {
  const median = rows.find(({ op, measure }) => op === ALL && measure === 'p50');
  if (median === undefined) return 'too few answers to compare latencies';
  return `×: beside the median of each operation. A change of all operations is seen from about ${percent(1 + median.sees)} on`;
}

/** Formats a value and its 95% interval, without unit. */
export function estimateInWords({ value, low, high }: Estimate): [value: string, interval: string] {
  return [number(value), `${number(low)}-${number(high)}`];
}

export function percent(ratio: number): string {
  const share = (ratio - 1) * 100;
  return `${share < 0 ? '' : '+'}${share.toFixed(1)}%`;
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
