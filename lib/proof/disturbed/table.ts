import type { Ended } from './run.ts';
import { FOR_MS } from './stop.ts';

export const tableHead = [
  '| disturbance | implementation | runs | conformant | failed | blocked, told | blocked, not told | worst delays, ms | longest run |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
].join('\n');

/** One series as a row of a Markdown table. */
export function row(how: string, target: string, planned: number, runs: readonly Ended[]): string {
  const blocked = (told: boolean) =>
    runs.flatMap((run) => run.blocked.filter((each) => each.told === told).map(({ id }) => id));
  const worst = new Map<string, number>();
  for (const [name, ms] of runs.flatMap(({ harness }) => Object.entries(harness)))
    worst.set(name, Math.max(worst.get(name) ?? 0, ms));
  const lost = runs.filter(({ verdict }) => verdict === null).length;
  const cells = [
    how,
    target,
    `${runs.length} of ${planned}${lost > 0 ? `, ${lost} without a certificate` : ''}${hit(how, runs)}`,
    runs.filter(({ verdict }) => verdict?.startsWith('conformant')).length,
    counted(runs.flatMap(({ failed }) => failed)),
    counted(blocked(true)),
    counted(blocked(false)),
    [...worst].map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', ') || '-',
    `${Math.round(Math.max(0, ...runs.map(({ seconds }) => seconds)))} s`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Counts runs that measured a stop: a stop while a run loads its modules, or after its last check, disturbs nothing. */
function hit(how: string, runs: readonly Ended[]): string {
  if (how !== 'stopped' && how !== 'webhooks') return '';
  const measured = runs.filter(({ harness }) => Math.max(0, ...Object.values(harness)) >= FOR_MS - 1_000);
  return `, ${measured.length} stopped amid checks`;
}

export function summed({ verdict, failed, blocked, seconds }: Ended): string {
  const ids = (of: readonly string[]) => (of.length === 0 ? 'none' : counted(of));
  const words = `failed ${ids(failed)}, blocked ${ids(blocked.map(({ id, told }) => (told ? id : `${id} (not told why)`)))}`;
  return `${verdict ?? 'no certificate'} in ${Math.round(seconds)} s: ${words}`;
}

function counted(ids: readonly string[]): string {
  const times = Map.groupBy(ids, (id) => id);
  return [...times].map(([id, all]) => (all.length > 1 ? `${id} ×${all.length}` : id)).join(', ') || '-';
}
