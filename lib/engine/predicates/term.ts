/** Where a value comes from, as plain JSON: a literal, a pointer into a run's evidence, or a named derivation of such. */
export type Term =
  | { readonly value: Json }
  /** An undefined value, which JSON cannot express. */
  | { readonly nothing: true }
  /** Any text that this regular expression matches. */
  | { readonly pattern: string; readonly flags: string }
  /** An exchange of `exchanges.har`, by its `_id`; or a part of it, such as `["json", "customer", "email"]`. */
  | { readonly exchange: number; readonly at?: readonly string[] }
  | { readonly exchanges: readonly number[] }
  /** A webhook of `deliveries.ndjson`, by its `seq`; or a part of it. */
  | { readonly delivery: number; readonly at?: readonly string[] }
  /** All webhooks received by then that match. */
  | { readonly deliveries: Arrivals }
  /** The verification of a webhook's signature: `valid`, `missing`, ... Needs the secret, which only its owner has. */
  | { readonly signature: 'v1' | 'v2'; readonly of: number; readonly secret: string | null }
  /** A line of `sightings.ndjson`: what the harness observed by other means than exchanges; or a part of it. */
  | { readonly sighting: number; readonly at?: readonly string[] }
  | { readonly list: readonly Term[] }
  | { readonly object: Readonly<Record<string, Term>> }
  /** The result of a named, pure function of these: see `derivation`. */
  | { readonly derived: string; readonly from: readonly Term[] };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Selects webhooks that match all fields given, with `seq` above `after` and up to `upTo`. */
export interface Arrivals {
  readonly path?: string;
  readonly event?: string;
  readonly reference?: string;
  readonly after: number;
  readonly upTo: number;
  /** Only those that are certainly the target's, as classified when they arrived: see `surely`. */
  readonly sure?: true;
}

/**
 * Selects the webhooks that are certainly the target's: no copies, and none that is badly signed if there is any genuine one. If the
 * target signs none correctly, all but copies are selected.
 */
export function surely<T>(
  all: readonly T[],
  isRepeated: (webhook: T) => boolean,
  isGenuine: (webhook: T) => boolean,
): T[] {
  const attempts = all.filter((webhook) => !isRepeated(webhook));
  const genuine = attempts.filter(isGenuine);
  return genuine.length > 0 ? genuine : attempts;
}

/** A value together with where it comes from. */
export class Traced<T> {
  readonly value: T;
  readonly term: Term;

  constructor(value: T, term: Term) {
    this.value = value;
    this.term = term;
  }

  toString(): string {
    return String(this.value);
  }
}

/** One expectation of a check, as it was recorded. */
export interface Predicate {
  /** A name in `matchers.ts`. */
  readonly matcher: string;
  readonly not?: true;
  readonly subject: Term;
  readonly args: readonly Term[];
  /** The suite's name for the subject. */
  readonly words?: string;
  /** The result in the run. Verification does not rely on it. */
  readonly held: boolean;
}

/** Whether any part of a term points into the evidence; otherwise only the value is recorded. */
export function pointsSomewhere(term: Term): boolean {
  if ('list' in term) return term.list.some(pointsSomewhere);
  if ('object' in term) return Object.values(term.object).some(pointsSomewhere);
  if ('derived' in term) return term.from.some(pointsSomewhere);
  return !('value' in term || 'nothing' in term || 'pattern' in term);
}
