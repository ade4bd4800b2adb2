import { isSelected } from '../../engine/evidence/certificate.ts';
import type { Comparable, Outcome } from './read.ts';

/** An outcome; a requirement that a run was not asked for was not selected, which is no outcome of the target. */
export type Stand = Outcome | 'not_selected';

/** The outcomes of a requirement that is in both certificates. */
export interface Change {
  readonly id: string;
  readonly chapter: string;
  readonly before: Stand;
  readonly after: Stand;
  /** Why it did not pass in B; for `mended`, why it did not pass in A. */
  readonly reason: string | null;
  /** The two registers state the requirement differently, so the change may come from the suite. */
  readonly restated: boolean;
}

/** A requirement that is in only one of the two certificates. */
export interface Alone {
  readonly id: string;
  readonly chapter: string;
  readonly outcome: Outcome;
}

export interface ObservedChange {
  readonly id: string;
  readonly chapter: string;
  readonly before: string;
  readonly after: string;
}

/** How certificate B differs from certificate A. */
export interface Comparison {
  readonly before: About;
  readonly after: About;
  /** What differs besides outcomes (such as the register): it may explain the changes. */
  readonly differences: readonly { readonly of: string; readonly before: string; readonly after: string }[];
  /** Passed in A; failed or blocked in B. */
  readonly regressions: readonly Change[];
  /** Failed or blocked in A; passed in B. */
  readonly mended: readonly Change[];
  /** Passed in neither, but failed in one and blocked in the other. */
  readonly otherwise: readonly Change[];
  readonly newlyExercised: readonly Change[];
  readonly noLongerExercised: readonly Change[];
  /** In B alone. */
  readonly added: readonly Alone[];
  /** In A alone. */
  readonly gone: readonly Alone[];
  /** How the implementation decides what the interface leaves open. */
  readonly observations: {
    readonly changed: readonly ObservedChange[];
    readonly newlySeen: readonly ObservedChange[];
    readonly noLongerSeen: readonly ObservedChange[];
  };
  /** Of those that neither run exercised, `not_selected` counts those that none asked for. */
  readonly unchanged: Readonly<Record<Stand, number>>;
  /** Whether the exit status is 1: by default, and with --strict. */
  readonly regressed: boolean;
  readonly regressedStrictly: boolean;
}

interface About {
  readonly verdict: Comparable['verdict'];
  readonly target: string;
  readonly startedAt: string;
}

export function compare(a: Comparable, b: Comparable): Comparison {
  const earlier = new Map(a.requirements.map((entry) => [entry.id, entry]));
  const later = new Map(b.requirements.map((entry) => [entry.id, entry]));
  const both = b.requirements.flatMap((after): Change[] => {
    const before = earlier.get(after.id);
    if (before === undefined) return [];
    const { id, chapter, statement } = after;
    const explained = after.outcome === 'passed' && bad(before.outcome) ? before : after;
    const reason = explained.reason || null;
    const restated = statement !== before.statement;
    return [{ id, chapter, before: standOf(before), after: standOf(after), reason, restated }];
  });
  const changed = both.filter(({ before, after }) => before !== after && (isExercised(before) || isExercised(after)));
  const regressions = changed.filter(({ before, after }) => before === 'passed' && bad(after));
  const newlyExercised = changed.filter(({ before }) => !isExercised(before));
  const noLongerExercised = changed.filter(({ after }) => !isExercised(after));
  const added = b.requirements.filter(({ id }) => !earlier.has(id)).map(alone);
  const found = [...newlyExercised.map(({ after }) => after), ...added.map(({ outcome }) => outcome)].some(bad);
  const regressed = regressions.length > 0;
  return {
    before: about(a),
    after: about(b),
    differences: differences(a, b),
    regressions,
    mended: changed.filter(({ before, after }) => bad(before) && after === 'passed'),
    otherwise: changed.filter(({ before, after }) => bad(before) && bad(after)),
    newlyExercised,
    noLongerExercised,
    added,
    gone: a.requirements.filter(({ id }) => !later.has(id)).map(alone),
    observations: observations(a, b),
    unchanged: unchanged(both),
    regressed,
    regressedStrictly: regressed || noLongerExercised.length > 0 || found,
  };
}

const bad = (stand: Stand) => stand === 'failed' || stand === 'blocked';
const isExercised = (stand: Stand) => stand !== 'not_exercised' && stand !== 'not_selected';
const standOf = (entry: Comparable['requirements'][number]): Stand =>
  isSelected(entry) ? entry.outcome : 'not_selected';

const alone = ({ id, chapter, outcome }: Comparable['requirements'][number]): Alone => ({ id, chapter, outcome });

const about = ({ verdict, target, startedAt }: Comparable): About => ({ verdict, target: target.baseUrl, startedAt });

function differences(a: Comparable, b: Comparable): Comparison['differences'] {
  const aspects: Readonly<Record<string, (of: Comparable) => string>> = {
    'interface version': (of) => of.interfaceVersion,
    target: (of) => of.target.baseUrl,
    'suite version': (of) => of.suite.version,
    'register of requirements': (of) => of.suite.registerDigest,
    selection: (of) => (of.selection === null ? 'everything' : sorted(of.selection)),
    capabilities: (of) => [...of.capabilities].sort().join(', ') || 'none',
  };
  return Object.entries(aspects)
    .map(([of, say]) => ({ of, before: say(a), after: say(b) }))
    .filter(({ before, after }) => before !== after);
}

/** JSON with sorted keys, so that equal values give equal text. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  );
}

/** Older certificates have no `seen`: only the text tells that nothing was observed. */
const wasSeen = ({ seen, observed }: Comparable['observations'][number]) =>
  seen ?? !/^not (?:seen|looked at)\b/.test(observed);

function observations(a: Comparable, b: Comparable): Comparison['observations'] {
  const earlier = new Map(a.observations.map((each) => [each.id, each]));
  const both = b.observations.flatMap((after) => {
    const before = earlier.get(after.id);
    if (before === undefined) return [];
    const [then, now] = [wasSeen(before), wasSeen(after)];
    if (then === now && same(before.observed, after.observed)) return [];
    const { id, chapter } = after;
    return [{ then, now, change: { id, chapter, before: before.observed, after: after.observed } }];
  });
  const of = (then: boolean, now: boolean) =>
    both.flatMap((each) => (each.then === then && each.now === now ? each.change : []));
  return { changed: of(true, true), newlySeen: of(false, true), noLongerSeen: of(true, false) };
}

/** Whether the texts are equal, except that measured seconds may differ by 2 s or a quarter. */
function same(before: string, after: string): boolean {
  const measured = /(\d+(?:\.\d+)?)(?= s\b)/;
  const [a, b] = [before.split(measured), after.split(measured)];
  return (
    a.length === b.length && a.every((part, at) => (at % 2 === 0 ? part === b[at] : close(Number(part), Number(b[at]))))
  );
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(2, Math.max(a, b) / 4);
}

function unchanged(both: readonly Change[]): Comparison['unchanged'] {
  const of = (stand: Stand) =>
    both.filter(
      ({ before, after }) => after === stand && (before === stand || !(isExercised(before) || isExercised(stand))),
    ).length;
  return {
    passed: of('passed'),
    failed: of('failed'),
    blocked: of('blocked'),
    not_exercised: of('not_exercised'),
    not_selected: of('not_selected'),
  };
}
