import { AssertionError } from 'node:assert';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/types.ts';
import { type Judgement, matchers } from './matchers.ts';
import type { Predicate } from './term.ts';
import { live, termOf } from './trace.ts';
import { isExchange } from './views.ts';

type Matchers = typeof matchers;

/** Every matcher as a method; its values may be traced, exchanges or webhooks. Throws AssertionError. */
export type Expectation = {
  readonly [Name in keyof Matchers]: Matchers[Name] extends (seen: never, ...values: infer Values) => Judgement
    ? (...values: Loosely<Name, Values>) => void
    : never;
};

/** Names, paths, patterns, statuses and codes keep their types; values to compare with may be traced. */
type Loosely<Name, Values> = Name extends 'toHaveField'
  ? [path: string, value: unknown]
  : Name extends 'toReplay'
    ? [original: unknown]
    : Values;

/** Where expectations are recorded: each as a predicate, and also the exchanges that were refused as expected. */
export interface Expected {
  readonly predicates: Predicate[];
  readonly refusals: Exchange[];
}

const recorder = new AsyncLocalStorage<Expected>();

/** Records the expectations during `work`, and in everything that it starts. */
export function recording<T>(expected: Expected, work: () => T): T {
  return recorder.run(expected, work);
}

/**
 * An expectation of a check. It is recorded with pointers to the evidence of its subject and values, so that it can be evaluated again
 * from the evidence: exchanges, webhooks and traced values (see `of`) become pointers, everything else is a literal.
 */
export function expect(subject: unknown, words?: string): Expectation & { readonly not: Expectation } {
  const expectation = (not: boolean) =>
    Object.fromEntries(
      Object.entries(matchers).map(([name, matcher]) => [
        name,
        (...values: unknown[]) => must(name, matcher as Matcher, not, subject, values, words),
      ]),
    ) as unknown as Expectation;
  return { ...expectation(false), not: expectation(true) };
}

export type Matcher = (seen: unknown, ...values: unknown[]) => Judgement;

/** Matchers that hold only for a refusal. */
const refusing = ['toBeRefusedWith', 'toBeRefused'];

function must(
  name: string,
  matcher: Matcher,
  not: boolean,
  subject: unknown,
  values: readonly unknown[],
  words: string | undefined,
): void {
  const judgement = matcher(live(subject), ...values.map(live));
  const held = judgement.pass !== not;
  const recorded = recorder.getStore();
  recorded?.predicates.push({
    matcher: name,
    ...(not && { not }),
    subject: termOf(subject),
    args: values.map(termOf),
    ...(words && { words }),
    held,
  });
  if (held && !not && refusing.includes(name) && isExchange(subject)) recorded?.refusals.push(subject);
  if (held) return;
  const message = judgement.message(not);
  throw new AssertionError({ message: words ? `${words}: ${message}` : message });
}
