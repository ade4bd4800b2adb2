import { styleText } from 'node:util';
import { counted } from '../engine/evidence/counted.ts';
import type { Outcome, Result } from './types.ts';

const signs: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', inconclusive: '■', 'not exercised': '·' };
const colours = { passed: 'green', failed: 'red', inconclusive: 'yellow', 'not exercised': 'gray' } as const;

/** A script's result for the terminal: its verdict, every finding with what was measured, then rate and latencies. */
export function summarise(result: Result): string {
  const { script, verdict, findings, reason, requests, latency, rate, k6 } = result;
  const lines = findings.flatMap(({ id, says, outcome, detail, examples }) => [
    `${styleText(colours[outcome], `${signs[outcome]} ${id}`)}: ${says}`,
    styleText('gray', `    ${printable(detail)}`),
    ...examples.map((example) => `    ${printable(example)}`),
  ]);
  const measured =
    requests === 0
      ? []
      : [
          `  ${counted(requests, 'request')} in ${k6.seconds.toFixed(1)} s, ${rate.achievedPerSecond} a second; ` +
            `half within ${latency.p50} ms, 95% ${latency.p95}, 99% ${latency.p99}, all ${latency.max}`,
        ];
  return [
    `${styleText(['bold', colours[verdict]], `${script}: ${verdict}`)}${reason === null ? '' : ` (${reason})`}`,
    ...lines.map((line) => `  ${line}`),
    ...measured,
  ].join('\n');
}

/** 0: every exercised script passed. 1: a script failed or was inconclusive. 2: no script could be exercised. */
export function exitStatus(results: readonly Result[]): 0 | 1 | 2 {
  if (results.some(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')) return 1;
  return results.some(({ verdict }) => verdict === 'passed') ? 0 : 2;
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 400);
}
