import { checkoutBody } from '../../../load/support/bodies.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { integersIn } from '../../interface/wire/integers.ts';
import { type Site, step } from '../site.ts';
import type { Finding } from '../types.ts';
import { finding } from './findings.ts';

/** Kobo, more than any run pays out: the interface does not say what a balance shows when payouts exceed it. */
const FUNDS = 1_000_000_000;

/** Gives each sandbox key a balance of `FUNDS`, by a paid checkout; does nothing if control cannot settle checkouts. Throws Unprepared. */
export async function fund(site: Site): Promise<void> {
  const { control } = site;
  if (control === null || !site.capabilities.settles) return;
  await site.each(
    site.keys.filter(({ live }) => !live),
    async ({ index, merchantId }, client) => {
      const reference = `${site.run}-${index}-funds`;
      await step('the checkout that fills the balance', client.createCheckout(checkoutBody(reference, FUNDS)), 201);
      await control.settleCheckout(merchantId, reference, 'succeeded');
    },
  );
  await site.rest('what was paid comes into the balance');
}

/** Balance responses of one key before and after the run, and the change in kobo that is due. */
export interface BalanceCase {
  readonly key: number;
  /** JSON of the response; undefined: no response. */
  readonly before: unknown;
  readonly after: unknown;
  readonly expected: number;
}

/**
 * Balances must change by exactly what was paid out and refunded. The interface does not show their fields: the available amount is taken
 * to be the integer that changes as due for most keys. `doubt` says what else may have changed it; null: nothing.
 */
export function balances(all: readonly BalanceCase[], doubt: string | null = null): Finding {
  const cases = all.filter(({ before, after }) => before !== undefined && after !== undefined);
  const unseen = all.length - cases.length;
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
  // Keys whose balance would have to go below 0: the interface does not say whether it shows that.
  const uncovered = cases.filter(({ before, expected }) => {
    const there = integersIn(before).flatMap(([at, value]) => (path === undefined || at === path ? [value] : []));
    return Math.max(0, ...there) + expected < 0;
  });
  const total = cases.reduce((sum, { expected }) => sum + expected, 0);
  const detail = `${counted(cases.length, 'balance')}, ${total.toLocaleString('en')} kobo in all, as ${path ?? 'no integer'} shows it`;
  if (off.length > 0 && uncovered.length === cases.length)
    return finding('balance', says, 'not exercised', `${detail}: there was less than was paid out`, []);
  if (off.length === 0 && unseen > 0)
    return finding('balance', says, 'inconclusive', `${detail}; ${unseen} more were not answered`, []);
  const outcome = off.length === 0 ? 'passed' : doubt === null ? 'failed' : 'inconclusive';
  return finding('balance', says, outcome, off.length > 0 && doubt !== null ? `${detail}; ${doubt}` : detail, off);
}

function movements(before: unknown, after: unknown): Map<string, number> {
  const earlier = new Map(integersIn(before));
  return new Map(integersIn(after).map(([path, value]) => [path, value - (earlier.get(path) ?? 0)]));
}

function most(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
