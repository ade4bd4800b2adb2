import { z } from 'zod';
import type { Json } from '../../predicates/index.ts';
import type { Pattern } from './pattern.ts';

/**
 * A predicate that a check records when it passes: the least number of times (0: optional), its pattern, and the literal leaves. In the
 * pattern `~` stands for the literal leaf at its position, and `*` for any leaf. The pattern begins with `shared` if other checks have the
 * same exchange.
 */
export type Expected = readonly [least: number, text: string, ...leaves: Json[]];

/**
 * What one check records when it passes. A check that accepts several decisions of a target may record one thing or another: then one of
 * these is demanded as a whole. A predicate of any of them is known.
 */
export type Demands = readonly Expected[] | OneOf;

export interface OneOf {
  readonly oneOf: readonly (readonly Expected[])[];
}

/** What every check records when it passes, by requirement id and title of the check; null: it passed in no known run. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, Demands | null>>>>;

const least = z.number().int().min(0);

/** A value that was parsed from JSON needs no further validation. */
const json = z.custom<Json>((value) => value !== undefined);

const rows = z.array(z.tuple([least, z.string().min(1)], json));

/** Accepts only what the generator writes. */
export const expectations = z.record(
  z.string().min(1),
  z.record(z.string().min(1), z.union([rows, z.strictObject({ oneOf: z.array(rows).min(2) })]).nullable()),
) as unknown as z.ZodType<Expectations>;

export function alternativesOf(demands: Demands): readonly (readonly Expected[])[] {
  return 'oneOf' in demands ? demands.oneOf : [demands];
}

/** All predicates that a check is known to record. */
export function knownIn(demands: Demands): readonly Expected[] {
  return alternativesOf(demands).flat();
}

const SHARED = 'shared ';

/** The table row for a pattern. `isLiteral`: whether the leaf at this position must be the same in every run. */
export function expectedOf(
  atLeast: number,
  { text, leaves, shared }: Pattern,
  isLiteral: (place: number) => boolean,
): Expected {
  let place = 0;
  const marked = text.replaceAll('~', () => (isLiteral(place++) ? '~' : '*'));
  return [atLeast, `${shared ? SHARED : ''}${marked}`, ...leaves.filter((_, at) => isLiteral(at))];
}

/** Whether a recorded predicate matches this row. */
export function isExpected(expected: Expected, { text, leaves, shared }: Pattern): boolean {
  const marked = readOnce(expected);
  if (marked.text !== text || (shared && !marked.mayBeShared)) return false;
  const [, , ...literals] = expected;
  let literal = 0;
  return marked.isLiteral.every(
    (isLiteral, place) => !isLiteral || JSON.stringify(literals[literal++]) === JSON.stringify(leaves[place]),
  );
}

/** The row, so that this pattern fits: with any value at leaves that are others in it. Null where it is no predicate of this kind. */
export function loosenedFor(expected: Expected, { text, leaves, shared }: Pattern): Expected | null {
  const marked = readOnce(expected);
  if (marked.text !== text) return null;
  const [atLeast, , ...literals] = expected;
  let literal = 0;
  const same = marked.isLiteral.map(
    (isLiteral, place) => isLiteral && JSON.stringify(literals[literal++]) === JSON.stringify(leaves[place]),
  );
  return expectedOf(atLeast, { text, leaves, shared: marked.mayBeShared || shared }, (place) => same[place] === true);
}

interface Marked {
  /** In the form of `Pattern.text`. */
  readonly text: string;
  readonly mayBeShared: boolean;
  /** For each leaf, whether it must have the value in the row. */
  readonly isLiteral: readonly boolean[];
}

/** Cached, because each row is compared with every predicate of its check. */
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

/**
 * The path segments that the table's checks ask for by name: words of the interface, and those that the suite looks up in vain. Any other
 * segment is an id, also one that consists of letters alone.
 */
export function namesIn(table: Expectations): ReadonlySet<string> {
  const rows = Object.values(table).flatMap((checks) =>
    Object.values(checks).flatMap((demands) => (demands === null ? [] : knownIn(demands))),
  );
  return new Set(['', ...rows.flatMap(([, text]) => text.match(SEGMENT) ?? [])]);
}

const SEGMENT = /(?<=\/)[a-z][a-z\d-]*/g;

/** The number of literal leaves: more specific rows are matched first. */
export function literalsOf([, , ...leaves]: Expected): number {
  return leaves.length;
}

/** How the predicates that a check recorded differ from those it records in every known run. */
export interface Deviation {
  /** `missing`: a demanded predicate is not there. `new`: all demanded predicates are there, and one that no known run had. */
  readonly kind: 'missing' | 'new';
  readonly what: string;
}

/**
 * Null if the check recorded what is expected. With a target that decided differently from all known ones, a check may record new
 * predicates. The demanded ones must still be there, or else nothing recorded would show that the check passed.
 */
export function deviation(recorded: readonly Pattern[], demands: Demands): Deviation | null {
  const known = knownIn(demands);
  const first = recorded.find((pattern) => !known.some((each) => isExpected(each, pattern)));
  const strange = first === undefined ? '' : `what this check does not: ${first.text} ${inShort(first.leaves)}`;
  const lacks = alternativesOf(demands).map((rows) => lackingIn(recorded, rows));
  const [lack] = [...lacks].sort((a, b) => a.length - b.length)[0] ?? [];
  if (lack !== undefined) {
    const [{ expected, found }, instead] = [lack, strange === '' ? '' : `; and ${strange}`];
    const [atLeast, text, ...leaves] = expected;
    const what = `it records ${found} of at least ${atLeast}: ${text} ${inShort(leaves)}${instead}`;
    return { kind: 'missing', what };
  }
  if (strange === '') return null;
  return { kind: known.some(([atLeast]) => atLeast > 0) ? 'new' : 'missing', what: `it records ${strange}` };
}

export interface Lack {
  readonly expected: Expected;
  /** How often it was recorded; fewer than demanded. */
  readonly found: number;
}

/** The demanded predicates that were recorded too seldom, or not at all. */
export function lackingIn(recorded: readonly Pattern[], rows: readonly Expected[]): Lack[] {
  const sorted = [...rows].sort((a, b) => literalsOf(b) - literalsOf(a));
  const counts = new Map<Expected, number>(sorted.map((each) => [each, 0]));
  for (const pattern of recorded) {
    const fitting = sorted.filter((each) => isExpected(each, pattern));
    const needed = fitting.find((each) => (counts.get(each) ?? 0) < each[0]) ?? fitting[0];
    if (needed !== undefined) counts.set(needed, (counts.get(needed) ?? 0) + 1);
  }
  return sorted.flatMap((expected) => {
    const found = counts.get(expected) ?? 0;
    return found < expected[0] ? [{ expected, found }] : [];
  });
}

function inShort(leaves: readonly Json[]): string {
  return JSON.stringify(leaves).slice(0, 300);
}
