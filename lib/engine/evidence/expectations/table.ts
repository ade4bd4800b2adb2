import { z } from 'zod';
import type { Json } from '../../predicates/index.ts';
import type { Pattern } from './pattern.ts';

/**
 * One predicate that a check records where it passes: how often at least (0: it may), as a pattern, and its leaves. In the pattern `~` stands
 * for the leaf at its place, and `*` for any; it begins with `shared` where other checks have the same exchange.
 */
export type Expected = readonly [least: number, text: string, ...leaves: Json[]];

/** What every check records where it passes: by requirement, and by the title of the check; null where it passed in no run. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, readonly Expected[] | null>>>>;

const least = z.number().int().min(0);

/** What was read as JSON is JSON. */
const json = z.custom<Json>((value) => value !== undefined);

/** Nothing but what the generator writes. */
export const expectations = z.record(
  z.string().min(1),
  z.record(z.string().min(1), z.array(z.tuple([least, z.string().min(1)], json)).nullable()),
) as unknown as z.ZodType<Expectations>;

const SHARED = 'shared ';

/** What is written down of a pattern; `isLiteral`: whether its leaf at this place is to be the same in every run. */
export function expectedOf(
  atLeast: number,
  { text, leaves, shared }: Pattern,
  isLiteral: (place: number) => boolean,
): Expected {
  let place = 0;
  const marked = text.replaceAll('~', () => (isLiteral(place++) ? '~' : '*'));
  return [atLeast, `${shared ? SHARED : ''}${marked}`, ...leaves.filter((_, at) => isLiteral(at))];
}

/** Whether a predicate that was recorded is this one. */
export function isExpected(expected: Expected, { text, leaves, shared }: Pattern): boolean {
  const marked = readOnce(expected);
  if (marked.text !== text || (shared && !marked.mayBeShared)) return false;
  const [, , ...literals] = expected;
  let literal = 0;
  return marked.isLiteral.every(
    (isLiteral, place) => !isLiteral || JSON.stringify(literals[literal++]) === JSON.stringify(leaves[place]),
  );
}

interface Marked {
  /** As the text of a pattern is. */
  readonly text: string;
  readonly mayBeShared: boolean;
  /** Of each leaf. */
  readonly isLiteral: readonly boolean[];
}

/** Each row is compared with every predicate of its check. */
const known = new WeakMap<Expected, Marked>();

function readOnce(row: Expected): Marked {
  const found = known.get(row);
  if (found !== undefined) return found;
  const [, marked] = row;
  const mayBeShared = marked.startsWith(SHARED);
  const text = mayBeShared ? marked.slice(SHARED.length) : marked;
  const isLiteral = [...text.matchAll(/[~*]/g)].map(([mark]) => mark === '~');
  const read = { text: text.replaceAll('*', '~'), mayBeShared, isLiteral };
  known.set(row, read);
  return read;
}

/** How much of it is said: what says more is to be tried first. */
export function literalsOf([, , ...leaves]: Expected): number {
  return leaves.length;
}

/** How what a check recorded differs from what it records in every run that is known. */
export interface Deviation {
  /** `missing`: something that it records in every run is not there. `new`: all of that is there, and something more that no run had. */
  readonly kind: 'missing' | 'new';
  readonly what: string;
}

/**
 * Null where it recorded what it must. A target that decided otherwise than all before it may let a check record something new; what a check
 * records whatever its target decides has to be there still, or else nothing of what it recorded would say that it passed.
 */
export function deviation(recorded: readonly Pattern[], expected: readonly Expected[]): Deviation | null {
  const sorted = [...expected].sort((a, b) => literalsOf(b) - literalsOf(a));
  const found = new Map<Expected, number>(sorted.map((each) => [each, 0]));
  const strange: Pattern[] = [];
  for (const pattern of recorded) {
    const fitting = sorted.filter((each) => isExpected(each, pattern));
    const needed = fitting.find((each) => (found.get(each) ?? 0) < each[0]) ?? fitting[0];
    if (needed === undefined) strange.push(pattern);
    else found.set(needed, (found.get(needed) ?? 0) + 1);
  }
  const missing = sorted.find((each) => (found.get(each) ?? 0) < each[0]);
  const [first] = strange;
  const instead = first === undefined ? '' : `; and what this check does not: ${first.text} ${inShort(first.leaves)}`;
  if (missing !== undefined) {
    const [atLeast, text, ...leaves] = missing;
    const what = `it records ${found.get(missing)} of at least ${atLeast}: ${text} ${inShort(leaves)}${instead}`;
    return { kind: 'missing', what };
  }
  if (first === undefined) return null;
  const what = `it records what this check does not: ${first.text} ${inShort(first.leaves)}`;
  return { kind: sorted.some(([atLeast]) => atLeast > 0) ? 'new' : 'missing', what };
}

function inShort(leaves: readonly Json[]): string {
  return JSON.stringify(leaves).slice(0, 300);
}
