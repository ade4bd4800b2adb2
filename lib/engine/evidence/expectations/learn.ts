import { partOf } from '../../predicates/index.ts';
import type { CheckEvidence } from '../checks.ts';
import type { Evidence } from '../verify/read.ts';
import { type Pattern, patternsOf, pointed } from './pattern.ts';
import { type Expectations, type Expected, expectedOf, isExpected, literalsOf } from './table.ts';

/** What a check recorded in a run. */
export interface Recorded {
  readonly patterns: readonly Pattern[];
  /** It did things at once: which of them came first is not the same in every run, nor what follows from it. */
  readonly isRacing: boolean;
}

/** Of each check that passed in a run. By requirement and title. */
export type Learned = ReadonlyMap<string, ReadonlyMap<string, Recorded>>;

export function learned(evidence: Evidence): Learned {
  const where = pointed(evidence);
  const racing = racingIn(evidence);
  const found = new Map<string, Map<string, Recorded>>();
  for (const check of evidence.checks) {
    if (check.kind !== 'requirement' || check.outcome !== 'passed') continue;
    const checks = found.get(check.about) ?? new Map<string, Recorded>();
    found.set(check.about, checks.set(check.title, { patterns: patternsOf(check, where), isRacing: racing(check) }));
  }
  return found;
}

/**
 * Whether two things that a check did, requests that change something or steps of control for its merchants, were under way at once. Where
 * many checks share a merchant, a step of control may be any one's: there it tells nothing.
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

/** A merchant that is made for a check is known to it and to the few that share what it has set up. */
const MOST_SHARERS = 20;

function sharedIn(merchantsOfChecks: readonly ReadonlySet<string>[]): (merchant: string) => boolean {
  const sharers = new Map<string, number>();
  for (const merchants of merchantsOfChecks)
    for (const merchant of merchants) sharers.set(merchant, (sharers.get(merchant) ?? 0) + 1);
  return (merchant) => (sharers.get(merchant) ?? 0) > MOST_SHARERS;
}

/**
 * What these runs of correct targets have in common: at least as many of each predicate as the run with the fewest has. A literal is one that
 * stands at its place in every run that has such a predicate; of what a single run has, no literal is known to be one, nor of a check that
 * does things at once.
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
 * How often each matcher is used at least in any check of a requirement, where that differs between runs of one of them: then the seed draws
 * how often, and no few runs show the fewest of each check.
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

/** Words with a number in them tell of what was drawn: "no JSON, 99 characters". */
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

/** A table with what further runs of correct targets recorded: they may say other things, and less. Nothing that it allows is taken away. */
export function widened(table: Expectations, runs: readonly Learned[]): Expectations {
  const further = commonIn(runs);
  const ids = new Set([...Object.keys(table), ...Object.keys(further)]);
  return inOrder(
    [...ids].map((id) => {
      const titles = new Set([...Object.keys(table[id] ?? {}), ...Object.keys(further[id] ?? {})]);
      const checks = [...titles].map((title) => {
        const known = table[id]?.[title];
        const added = further[id]?.[title] ?? null;
        if (added === null) return [title, known ?? null] as const;
        return [
          title,
          known == null
            ? added
            : wider(
                known,
                added,
                runs.flatMap((run) => of(run, id, title)),
              ),
        ] as const;
      });
      return [id, inOrder(checks)] as const;
    }),
  );
}

function wider(
  table: readonly Expected[],
  added: readonly Expected[],
  recorded: readonly Recorded[],
): readonly Expected[] {
  const runs = recorded.map(({ patterns }) => patterns);
  const known = loosened(table, runs);
  const kept = known.map((each): Expected => {
    const [least, ...rest] = each;
    return [
      Math.min(least, ...runs.map((run) => run.filter((pattern) => best(known, pattern) === each).length)),
      ...rest,
    ];
  });
  const unknown = runs.flatMap((run) => run.filter((pattern) => best(known, pattern) === undefined));
  const others = added
    .filter((each) => unknown.some((pattern) => isExpected(each, pattern)))
    .map(([, ...rest]): Expected => [0, ...rest]);
  return [...kept, ...others].sort((a, b) => (JSON.stringify(a.slice(1)) < JSON.stringify(b.slice(1)) ? -1 : 1));
}

/** Where a run recorded other values, the row no longer names the value. The row itself stays demanded: else nothing of it would be. */
function loosened(known: readonly Expected[], runs: readonly (readonly Pattern[])[]): Expected[] {
  const demanded = known.map((each): Expected => {
    const [least, marked] = each;
    const withAnyValue: Expected = [least, marked.replaceAll('~', '*')];
    const isThere = (run: readonly Pattern[]) => run.some((pattern) => best(known, pattern) === each);
    const isLike = (run: readonly Pattern[]) => run.some((pattern) => isExpected(withAnyValue, pattern));
    return least === 0 || runs.every(isThere) || !runs.every(isLike) ? each : withAnyValue;
  });
  const alike = Map.groupBy(demanded, ([, ...rest]) => JSON.stringify(rest));
  return [...alike.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const [least, ...rest] = first;
    return [[more.reduce((sum, [each]) => sum + each, least), ...rest]];
  });
}

function best(known: readonly Expected[], pattern: Pattern): Expected | undefined {
  return known
    .filter((each) => isExpected(each, pattern))
    .reduce<Expected | undefined>(
      (found, each) => (found === undefined || literalsOf(each) > literalsOf(found) ? each : found),
      undefined,
    );
}

function inOrder<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As a file: an entry a line, so that a change of one is a change of one line. */
export function asFile(table: Expectations): string {
  const line = (checks: Expectations[string]) =>
    Object.entries(checks).map(([title, list]) => `    ${JSON.stringify(title)}: ${rows(list)}`);
  const ids = Object.entries(table).map(
    ([id, checks]) => `  ${JSON.stringify(id)}: {\n${line(checks).join(',\n')}\n  }`,
  );
  return `{\n${ids.join(',\n')}\n}\n`;
}

function rows(list: readonly Expected[] | null): string {
  if (list === null) return 'null';
  return list.length === 0 ? '[]' : `[\n${list.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]`;
}
