import { AssertionError } from 'node:assert';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/types.ts';
import { type MatchResult, matchers } from './matchers.ts';
import type { Predicate } from './term.ts';
import { termOf, viewOf } from './trace.ts';
import { isExchange } from './views.ts';

type Matchers = typeof matchers;

/** Every matcher as a method; its values may be traced, exchanges or webhooks. Throws AssertionError. */
export type Expectation = {
  readonly [Name in keyof Matchers]: Matchers[Name] extends (seen: never, ...values: infer Values) => MatchResult
    ? (...values: TraceableValues<Name, Values>) => void
    : never;
};

/** Names, paths, patterns, statuses and codes keep their types; values to compare with may be traced. */
type TraceableValues<Name, Values> = Name extends 'toHaveField'
  ? [path: string, value: unknown]
  : Name extends 'toReplay'
    ? [original: unknown]
    : Values;

/** Where expectations are recorded: each as a predicate, and also the exchanges that were refused as expected. */
export interface ExpectationLog {
  readonly predicates: Predicate[];
  readonly refusals: Exchange[];
}

const recorder = new AsyncLocalStorage<ExpectationLog>();

/** Records the expectations during `work`, and in everything that it starts. */
export function recordExpectations<T>(expected: ExpectationLog, work: () => T): T {
  return recorder.run(expected, work);
}

/**
 * An expectation of a check. It is recorded with pointers to the evidence of its subject and values, so that it can be evaluated again
 * from the evidence: exchanges, webhooks and traced values (see `of`) become pointers, everything else is a literal.
 */
export function expect(subject: unknown, label?: string): Expectation & { readonly not: Expectation } {
  const expectation = (not: boolean) =>
    Object.fromEntries(
      Object.entries(matchers).map(([name, matcher]) => [
        name,
        (...values: unknown[]) => assertMatch(name, matcher as Matcher, not, subject, values, label),
      ]),
    ) as unknown as Expectation;
  return { ...expectation(false), not: expectation(true) };
}

export type Matcher = (seen: unknown, ...values: unknown[]) => MatchResult;

/** Matchers that hold only for a refusal. */
const REFUSAL_MATCHERS = ['toBeRefusedWith', 'toBeRefused'];

function assertMatch(
  name: string,
  matcher: Matcher,
  not: boolean,
  subject: unknown,
  values: readonly unknown[],
  label: string | undefined,
): void {
  const result = matcher(viewOf(subject), ...values.map(viewOf));
  const held = result.pass !== not;
  const log = recorder.getStore();
  log?.predicates.push({
    matcher: name,
    ...(not && { not }),
    subject: termOf(subject),
    args: values.map(termOf),
    ...(label && { words: label }),
    held,
  });
  if (held && !not && REFUSAL_MATCHERS.includes(name) && isExchange(subject)) log?.refusals.push(subject);
  if (held) return;
  const names = [label, headerOf(subject)].filter((name) => name);
  throw new AssertionError({ message: [...names, result.message(not)].join(': ') });
}

/** The name of the header that a traced value comes from, in its usual spelling; a message needs it where the header is missing. */
function headerOf(subject: unknown): string | undefined {
  const term = termOf(subject);
  const [part, name] = ('at' in term && term.at) || [];
  return part === 'headers' ? name?.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()) : undefined;
}
