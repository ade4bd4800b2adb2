import { rulebook } from '../reference/rules/index.ts';
import type { Variant } from './variant.ts';

/**
 * Which rules a variant changes, as paths into the rulebook: `limits.windowSeconds`, `endpoints.3.shows`, `steps`. Two that change the
 * same rule are not seen both when they are applied together.
 */
export function rulesChangedBy({ rules, transport }: Variant): readonly string[] {
  const paths = rules === undefined ? [] : differences(rulebook, rules(rulebook), '');
  return [...paths, ...(transport === undefined ? [] : ['transport'])];
}

/** Whether two sets of such paths have a rule in common. */
export function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)));
}

function differences(one: unknown, other: unknown, path: string): string[] {
  if (Object.is(one, other)) return [];
  if (!isTree(one) || !isTree(other) || path === 'steps') return [path];
  // Rows that were added or taken away: the table as a whole.
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differences(Reflect.get(one, name), Reflect.get(other, name), path === '' ? name : `${path}.${name}`),
  );
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}
