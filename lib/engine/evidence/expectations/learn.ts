import { partOf } from '../../predicates/index.ts';
import type { CheckEvidence } from '../checks.ts';
import type { Evidence } from '../verify/read.ts';
import { type Pattern, patternsOf, pointed } from './pattern.ts';
import {
  alternativesOf,
  type Demands,
  type Expectations,
  type Expected,
  expectedOf,
  isExpected,
  knownIn,
  lackingIn,
  literalsOf,
  loosenedFor,
  namesIn,
} from './table.ts';

/** What a check recorded in one run. */
export interface Recorded {
  readonly patterns: readonly Pattern[];
  /** The check did things concurrently: their order, and what depends on it, differs between runs. */
  readonly isRacing: boolean;
}

/** The checks that passed in one run, by requirement id and title. */
export type Learned = ReadonlyMap<string, ReadonlyMap<string, Recorded>>;

/** `table`: what is known already; it tells which segments of a path are ids, also those that look like words. */
export function learned(evidence: Evidence, table: Expectations = {}): Learned {
  const [where, known] = [pointed(evidence), pointed(evidence, namesIn(table))];
  const racing = racingIn(evidence);
  const found = new Map<string, Map<string, Recorded>>();
  for (const check of evidence.checks) {
    if (check.kind !== 'requirement' || check.outcome !== 'passed') continue;
    const checks = found.get(check.about) ?? new Map<string, Recorded>();
    const patterns = patternsOf(check, table[check.about]?.[check.title] == null ? where : known);
    found.set(check.about, checks.set(check.title, { patterns, isRacing: racing(check) }));
  }
  return found;
}

/**
 * Whether a check did two things concurrently: requests other than GET, or control operations for its merchants. A control operation for a
 * merchant that many checks share may belong to any of them, and is not counted.
 */
function racingIn({ checks, exchanges, sightings }: Evidence): (check: CheckEvidence) => boolean {
  const entries = new Map(exchanges.map((entry) => [entry._id, entry]));
  const merchantsOf = ({ exchanges: own }: CheckEvidence) =>
    new Set(own.flatMap((id) => entries.get(id)?.request.headers.map(({ value }) => value) ?? []));
  const isShared = sharedIn(checks.map(merchantsOf));
  const steps = Map.groupBy(
    sightings.flatMap(({ seen }) => {
      const [merchant, from, ms] = [
        partOf(seen, ['names', 'merchantId']),
        partOf(seen, ['sentMono']),
        partOf(seen, ['durationMs']),
      ];
      return typeof from === 'number' && typeof ms === 'number' ? [{ merchant, from, to: from + ms }] : [];
    }),
    ({ merchant }) => merchant,
  );
  return (check) => {
    const own = check.exchanges.flatMap((id) => entries.get(id) ?? []);
    const merchants = [...merchantsOf(check)].filter((merchant) => !isShared(merchant));
    const done = [
      ...own
        .filter(({ request }) => request.method !== 'GET')
        .map(({ _sentMono = 0, time }) => ({ from: _sentMono, to: _sentMono + time })),
      ...merchants.flatMap((merchant) => steps.get(merchant) ?? []),
    ].sort((a, b) => a.from - b.from);
    return done.some(({ to }, at) => to > (done[at + 1]?.from ?? Number.POSITIVE_INFINITY));
  };
}

/** Checks. A merchant that was created for a check is used by this check, and by the few checks that share its preparation. */
const MOST_SHARERS = 20;

function sharedIn(merchantsOfChecks: readonly ReadonlySet<string>[]): (merchant: string) => boolean {
  const sharers = new Map<string, number>();
  for (const merchants of merchantsOfChecks)
    for (const merchant of merchants) sharers.set(merchant, (sharers.get(merchant) ?? 0) + 1);
  return (merchant) => (sharers.get(merchant) ?? 0) > MOST_SHARERS;
}

/**
 * What these runs of correct targets have in common. Of each predicate, the least count of any run is demanded. A leaf is literal if its
 * value occurs in every run that has such a predicate; no leaf is literal if only one run has one, or if the check did things concurrently.
 */
export function commonIn(runs: readonly Learned[]): Expectations {
  const ids = new Set(runs.flatMap((run) => [...run.keys()]));
  return inOrder(
    [...ids].map((id) => {
      const titles = new Set(runs.flatMap((run) => [...(run.get(id)?.keys() ?? [])]));
      const all = [...titles].map((title) => [title, runs.flatMap((run) => of(run, id, title))] as const);
      const fewest = fewestOf(all.map(([, recorded]) => recorded));
      const checks = all.map(([title, recorded]) => [title, common(recorded, fewest)] as const);
      return [id, inOrder(checks)] as const;
    }),
  );
}

function of(run: Learned, id: string, title: string): Recorded[] {
  const recorded = run.get(id)?.get(title);
  return recorded === undefined ? [] : [recorded];
}

/**
 * For each matcher, the least number of uses in any check of a requirement; only for matchers whose number differs between runs of one
 * check. Then the seed determines the number, and a few runs may not show the least number of each check.
 */
function fewestOf(checks: readonly (readonly Recorded[])[]): ReadonlyMap<string, number> {
  const fewest = new Map<string, number>();
  const drawn = new Set<string>();
  for (const runs of checks) {
    const counts = runs.map(({ patterns }) => Map.groupBy(patterns, matcherOf));
    for (const matcher of new Set(counts.flatMap((found) => [...found.keys()]))) {
      const times = counts.map((found) => found.get(matcher)?.length ?? 0);
      if (Math.min(...times) !== Math.max(...times)) drawn.add(matcher);
      fewest.set(matcher, Math.min(fewest.get(matcher) ?? Number.POSITIVE_INFINITY, ...times));
    }
  }
  return new Map([...fewest].filter(([matcher]) => drawn.has(matcher)));
}

/** A text with a digit may depend on generated data: "no JSON, 99 characters". */
const isMeasure = (leaf: unknown) => typeof leaf === 'string' && /\d/.test(leaf);

function matcherOf({ text }: Pattern): string {
  return /^(?:not )?\S+/.exec(text)?.[0] ?? text;
}

function common(recorded: readonly Recorded[], fewest: ReadonlyMap<string, number>): Expected[] {
  const runs = recorded.map(({ patterns }) => patterns);
  const isRacing = recorded.some((each) => each.isRacing);
  const texts = new Set(runs.flatMap((patterns) => patterns.map(({ text }) => text)));
  return [...texts].sort().flatMap((text) => {
    const ofText = runs.map((patterns) => patterns.filter((each) => each.text === text));
    const having = ofText.filter(({ length }) => length > 0);
    const all = having.flat();
    const shared = all.some((pattern) => pattern.shared);
    const counts = having.map((patterns) => {
      const found = new Map<string, { expected: Expected; times: number }>();
      for (const pattern of patterns) {
        const expected = expectedOf(1, { ...pattern, shared }, (place) => {
          const value = JSON.stringify(pattern.leaves[place]);
          return (
            !isRacing &&
            !isMeasure(pattern.leaves[place]) &&
            having.length > 1 &&
            having.every((each) => each.some(({ leaves }) => JSON.stringify(leaves[place]) === value))
          );
        });
        const key = JSON.stringify(expected);
        found.set(key, { expected, times: (found.get(key)?.times ?? 0) + 1 });
      }
      return found;
    });
    const most = ([, marked]: Expected) =>
      fewest.get(matcherOf({ text: marked.replace(/^shared /, ''), leaves: [], shared })) ?? Number.POSITIVE_INFINITY;
    const keys = new Set(counts.flatMap((found) => [...found.keys()]));
    return [...keys].sort().flatMap((key): Expected[] => {
      const expected = counts.find((found) => found.has(key))?.get(key)?.expected;
      if (expected === undefined) return [];
      const times = counts.map((found) => found.get(key)?.times ?? 0);
      const least = having.length < runs.length ? 0 : Math.min(...times, isRacing ? 1 : most(expected));
      const [, ...rest] = expected;
      return [[least, ...rest]];
    });
  });
}

/**
 * The table, widened by what further runs of correct targets recorded: they may record other things, and less. Nothing that the table
 * allows is removed.
 */
export function widened(table: Expectations, runs: readonly Learned[]): Expectations {
  const further = commonIn(runs);
  const ids = new Set([...Object.keys(table), ...Object.keys(further)]);
  return inOrder(
    [...ids].map((id) => {
      const titles = new Set([...Object.keys(table[id] ?? {}), ...Object.keys(further[id] ?? {})]);
      const checks = [...titles].map((title) => {
        const known = table[id]?.[title];
        if (known == null) return [title, further[id]?.[title] ?? null] as const;
        return [title, runs.flatMap((run) => of(run, id, title)).reduce(admitting, known)] as const;
      });
      return [id, inOrder(checks)] as const;
    }),
  );
}

/** The demands, so that this record meets them too. What the target decided otherwise is an alternative; another value loosens a row. */
function admitting(demands: Demands, { patterns, isRacing }: Recorded): Demands {
  // A check that passes without a predicate shows nothing: see the verification of outcomes.
  if (patterns.length === 0) return demands;
  const alternatives = alternativesOf(demands);
  const strange = patterns.filter((pattern) => !knownIn(demands).some((each) => isExpected(each, pattern)));
  const met = alternatives.findIndex((rows) => lackingIn(patterns, rows).length === 0);
  if (met >= 0) {
    const more = rowsOf(strange).map(([, ...rest]): Expected => [0, ...rest]);
    return oneOf(alternatives.map((rows, at) => (at === met ? sorted([...rows, ...more]) : rows)));
  }
  const lacks = (rows: readonly Expected[]) => lackingIn(patterns, rows).length;
  const closest = alternatives.reduce((found, rows) => (lacks(rows) < lacks(found) ? rows : found));
  const looser = loosened(closest, patterns, isRacing);
  if (lacks(looser) === 0) {
    const changed = oneOf(alternatives.map((rows) => (rows === closest ? looser : rows)));
    return admitting(changed, { patterns, isRacing });
  }
  const lacking = new Set(lackingIn(patterns, looser).map(({ expected }) => expected));
  const unknown = patterns.filter((pattern) => !looser.some((each) => isExpected(each, pattern)));
  const demanded = rowsOf(unknown).map(([times, ...rest]): Expected => [isRacing ? 1 : times, ...rest]);
  const other = [...looser.filter((each) => !lacking.has(each)), ...demanded];
  return oneOf([...alternatives, sorted(other.some(([least]) => least > 0) ? other : asRecorded(other, patterns))]);
}

/** Where nothing else would be demanded, what was recorded is. */
function asRecorded(rows: readonly Expected[], patterns: readonly Pattern[]): Expected[] {
  return rows.map((row): Expected => {
    const [, ...rest] = row;
    return patterns.some((pattern) => isExpected(row, pattern)) ? [1, ...rest] : row;
  });
}

/** What is lacking, with any value at the leaves that were others in this record, and no more often than it recorded it. */
function loosened(rows: readonly Expected[], patterns: readonly Pattern[], isRacing: boolean): Expected[] {
  const lacks = new Set(lackingIn(patterns, rows).map(({ expected }) => expected));
  const withOthers = rows.map((row) => {
    if (!lacks.has(row) || patterns.some((pattern) => isExpected(row, pattern))) return row;
    return patterns.reduce((best, pattern) => {
      const other = loosenedFor(row, pattern);
      return other !== null && (best === row || literalsOf(other) > literalsOf(best)) ? other : best;
    }, row);
  });
  const alike = Map.groupBy(withOthers, ([, ...rest]) => JSON.stringify(rest));
  const merged = [...alike.values()].flatMap(([first, ...more]): Expected[] => {
    if (first === undefined) return [];
    const [times, ...rest] = first;
    return [[more.reduce((sum, [each]) => sum + each, times), ...rest]];
  });
  const found = new Map(lackingIn(patterns, merged).map((lack) => [lack.expected, lack.found]));
  return merged.map((row): Expected => {
    const [, ...rest] = row;
    const times = found.get(row);
    return times === undefined || times === 0 ? row : [isRacing ? 1 : times, ...rest];
  });
}

/** A row for each kind of predicate, with any value at its leaves, and how often it was recorded. */
function rowsOf(patterns: readonly Pattern[]): Expected[] {
  const alike = Map.groupBy(patterns, (pattern) => JSON.stringify(expectedOf(1, pattern, () => false)));
  return [...alike.values()].flatMap((each) =>
    each[0] === undefined ? [] : [expectedOf(each.length, each[0], () => false)],
  );
}

function oneOf(alternatives: readonly (readonly Expected[])[]): Demands {
  const [only = [], ...more] = alternatives;
  return more.length === 0 ? only : { oneOf: alternatives };
}

function sorted(rows: readonly Expected[]): readonly Expected[] {
  return [...rows].sort((a, b) => (JSON.stringify(a.slice(1)) < JSON.stringify(b.slice(1)) ? -1 : 1));
}

function inOrder<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The content of the file, with one line per entry, so that a changed entry changes one line. */
export function asFile(table: Expectations): string {
  const line = (checks: Expectations[string]) =>
    Object.entries(checks).map(([title, demands]) => `    ${JSON.stringify(title)}: ${asText(demands)}`);
  const ids = Object.entries(table).map(
    ([id, checks]) => `  ${JSON.stringify(id)}: {\n${line(checks).join(',\n')}\n  }`,
  );
  return `{\n${ids.join(',\n')}\n}\n`;
}

function asText(demands: Demands | null): string {
  if (demands === null) return 'null';
  return 'oneOf' in demands ? `{ "oneOf": [${demands.oneOf.map(rows).join(', ')}] }` : rows(demands);
}

function rows(list: readonly Expected[]): string {
  return list.length === 0 ? '[]' : `[\n${list.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]`;
}
