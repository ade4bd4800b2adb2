import type { Matcher } from './expect.ts';
import { matchers } from './matchers.ts';
import type { Arrivals, Predicate, Term } from './term.ts';
import { derive, hasDerivation } from './trace.ts';
import { type DeliveryView, type ExchangeView, partOf } from './views.ts';

/** Resolves pointers into evidence. Throws Unverifiable if the evidence cannot tell, and Missing if it lacks what must be there. */
export interface EvidenceSource {
  exchange(id: number): ExchangeView;
  delivery(seq: number): DeliveryView;
  deliveries(which: Arrivals): readonly DeliveryView[];
  sighting(id: number): unknown;
  signature(seq: number, scheme: 'v1' | 'v2', setting: string | null): string;
}

/** The evidence cannot tell, which does not make it wrong. */
export class Unverifiable extends Error {
  override readonly name = 'Unverifiable';
}

/** The evidence lacks what a predicate points to. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

export type Evaluation =
  | { readonly holds: true }
  | { readonly holds: false; readonly why: string }
  | { readonly holds: null; readonly why: string };

const matchersByName = new Map<string, unknown>(Object.entries(matchers));

/** Evaluates a predicate on evidence, regardless of the result that the run recorded. Throws Missing. */
export function evaluate(predicate: Predicate, source: EvidenceSource): Evaluation {
  const matcher = matchersByName.get(predicate.matcher);
  if (matcher === undefined) {
    return { holds: null, why: `this version of the suite knows no matcher ${predicate.matcher}` };
  }
  try {
    const values = predicate.args.map((arg) => resolve(arg, source));
    const result = (matcher as Matcher)(resolve(predicate.subject, source), ...values);
    const not = predicate.not === true;
    if (result.pass !== not) return { holds: true };
    const message = result.message(not);
    return { holds: false, why: predicate.words ? `${predicate.words}: ${message}` : message };
  } catch (error) {
    if (error instanceof Missing) throw error;
    if (error instanceof Unverifiable) return { holds: null, why: error.message };
    // In the run there was a value, so evidence that cannot be evaluated is not what the run left.
    return { holds: false, why: `not to be evaluated: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function resolve(term: Term, source: EvidenceSource): unknown {
  if ('value' in term) return term.value;
  if ('nothing' in term) return undefined;
  if ('pattern' in term) return new RegExp(term.pattern, term.flags);
  if ('exchange' in term) return partOf(source.exchange(term.exchange), term.at ?? []);
  if ('exchanges' in term) return term.exchanges.map((id) => source.exchange(id));
  if ('delivery' in term) return partOf(source.delivery(term.delivery), term.at ?? []);
  if ('deliveries' in term) return source.deliveries(term.deliveries);
  if ('sighting' in term) return partOf(source.sighting(term.sighting), term.at ?? []);
  if ('signature' in term) return source.signature(term.of, term.signature, term.secret);
  if ('list' in term) return term.list.map((each) => resolve(each, source));
  if ('object' in term) {
    return Object.fromEntries(Object.entries(term.object).map(([name, each]) => [name, resolve(each, source)]));
  }
  const from = term.from.map((each) => resolve(each, source));
  if (!hasDerivation(term.derived))
    throw new Unverifiable(`this version of the suite knows no derivation ${term.derived}`);
  return derive(term.derived, from);
}
