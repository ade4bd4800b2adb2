import { finding } from './findings.ts';
import type { Finding } from './types.ts';

/** What the balance of one key showed before and after, and by how many kobo it has to have moved. */
export interface BalanceCase {
  readonly key: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly expected: number;
}

/**
 * Balances have to move by exactly what happened. Their fields are not shown: the amount available is the integer that moves as it
 * must for most keys. `doubt` says who else may have moved it.
 */
export function balances(cases: readonly BalanceCase[], doubt: string | null = null): Finding {
  const says = 'After all has settled each balance has moved by exactly what was paid out and refunded.';
  const moves = cases.map(({ before, after }) => movements(before, after));
  const matches = new Map<string, number>();
  const moved = new Map<string, number>();
  cases.forEach(({ expected }, place) => {
    for (const [path, by] of moves[place] ?? []) {
      if (by === expected) matches.set(path, (matches.get(path) ?? 0) + 1);
      if (by !== 0) moved.set(path, (moved.get(path) ?? 0) + 1);
    }
  });
  const path = most(matches) ?? most(moved);
  const off = cases.flatMap(({ key, expected }, place) => {
    const by = path === undefined ? 0 : (moves[place]?.get(path) ?? 0);
    return by === expected
      ? []
      : [`balance of key ${key}: moved by ${by} kobo, not by ${expected}: ${by - expected} off`];
  });
  const total = cases.reduce((sum, { expected }) => sum + expected, 0);
  const detail = `${cases.length} balances, ${total} kobo in all, as ${path ?? 'no integer'} shows it`;
  const outcome = off.length === 0 ? 'passed' : doubt === null ? 'failed' : 'inconclusive';
  return finding('balance', says, outcome, off.length > 0 && doubt !== null ? `${detail}; ${doubt}` : detail, off);
}

function movements(before: unknown, after: unknown): Map<string, number> {
  const earlier = new Map(integersIn(before));
  return new Map(integersIn(after).map(([path, value]) => [path, value - (earlier.get(path) ?? 0)]));
}

/** Every integer of a JSON value, by its path. */
function integersIn(json: unknown, path = ''): [path: string, value: number][] {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? [[path, json]] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => integersIn(value, path === '' ? name : `${path}.${name}`));
}

function most(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
