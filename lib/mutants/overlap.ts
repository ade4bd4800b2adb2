import { rulebook } from '../reference/rules/index.ts';
import type { Rulebook } from '../reference/rules/rulebook.ts';
import type { Variant } from './variant.ts';

/**
 * Whether two variants can be applied together so that both are seen: they change different rules, and each changes the same ones
 * whether the other is there or not.
 */
export function independent(one: Variant, other: Variant): boolean {
  if (one.transport !== undefined && other.transport !== undefined) return false;
  const [first, second] = [changesOf(one), changesOf(other)];
  if (first.paths.some((path) => second.paths.some((each) => within(path, each) || within(each, path)))) return false;
  return sameChanges(one, first.paths, second.rules) && sameChanges(other, second.paths, first.rules);
}

/** Whether it takes away some of the ways in which a check gets to what it looks at. */
export function hidesControl(variant: Variant): boolean {
  return changesOf(variant).paths.some((path) => within(path, 'decisions.controlWithout'));
}

interface Changes {
  readonly rules: Rulebook;
  /** Paths into the rulebook: `limits.windowSeconds`, `endpoints.3.shows`, `steps`. */
  readonly paths: readonly string[];
}

const known = new WeakMap<Variant, Changes>();

function changesOf(variant: Variant): Changes {
  const made = known.get(variant) ?? changesTo(rulebook, variant);
  known.set(variant, made);
  return made;
}

function changesTo(before: Rulebook, { rules }: Variant): Changes {
  const after = rules?.(before) ?? before;
  return { rules: after, paths: differences(before, after, '') };
}

function sameChanges(variant: Variant, paths: readonly string[], beside: Rulebook): boolean {
  return changesTo(beside, variant).paths.join() === paths.join();
}

function within(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`);
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
