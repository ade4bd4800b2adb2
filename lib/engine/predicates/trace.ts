import type { Exchange } from '../http/types.ts';
import { verify } from '../webhooks/signature.ts';
import type { Delivery } from '../webhooks/types.ts';
import { type Arrivals, type Json, pointsSomewhere, type Term, Traced } from './term.ts';
import { isDelivery, isExchange, partOf, viewOfDelivery, viewOfExchange } from './views.ts';

/** A webhook, by itself or with its verification. */
export type Webhook = Delivery | { readonly delivery: Delivery };

/**
 * A field of the JSON body of an exchange or a webhook, or of a witnessed object, by its path (`customer.email`); without a path, all of
 * it. It keeps its origin, so that it can be looked up again in the evidence.
 */
export function of(source: object, path?: string): Traced<unknown> {
  const inside = path === undefined ? [] : path.split('.');
  const unwrapped = webhookOf(source) ?? source;
  return isExchange(unwrapped) || isDelivery(unwrapped)
    ? part(unwrapped, 'json', ...inside)
    : part(unwrapped, ...inside);
}

/** Any part of an exchange, a webhook or a witnessed object: `part(answer, 'status')`, `part(event, 'headers', 'content-type')`. */
export function part(source: object, ...at: string[]): Traced<unknown> {
  const term = termOf(source);
  const value = partOf(viewOf(source), at);
  if (at.length === 0) return new Traced(value, term);
  if ('exchange' in term || 'delivery' in term || 'sighting' in term) {
    return new Traced(value, { ...term, at: [...(term.at ?? []), ...at] });
  }
  return pointsSomewhere(term) ? partOfTraced(source, at) : new Traced(value, termOf(value));
}

export function header(source: Exchange | Webhook, name: string): Traced<unknown> {
  return part(source, 'headers', name);
}

/** The verification of both signatures of a webhook; `setting` names the setting that holds the secret, if one does. */
export function signaturesOf(webhook: Webhook, secret: string, setting: string | null): Traced<string>[] {
  const delivery = webhookOf(webhook) ?? (webhook as Delivery);
  const seen = verify(delivery, secret);
  return (['v1', 'v2'] as const).map(
    (scheme) => new Traced<string>(seen[scheme], { signature: scheme, of: delivery.seq, secret: setting }),
  );
}

/** The webhooks found among those received so far, oldest first, with the query that selects them. */
export function arrivals(found: readonly Delivery[], arrivals: Arrivals): Traced<readonly Delivery[]> {
  return new Traced(found, { deliveries: arrivals });
}

const sightingTerms = new WeakMap<object, Term>();

/** Remembers that an object, and every object inside it, comes from this sighting. */
export function witness<T extends object>(value: T, sighting: number, at: readonly string[] = []): T {
  sightingTerms.set(value, at.length === 0 ? { sighting } : { sighting, at });
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) witness(inner, sighting, [...at, name]);
  }
  return value;
}

type Derivation = { readonly make: (...parts: never[]) => unknown };
const derivations = new Map<string, Derivation>();

/** Depth of nested derivations. */
let within = 0;

/**
 * Names a pure function of plain values, exchanges and webhooks, so that verification can apply it to the evidence again. The returned
 * function takes the same arguments, traced or not. Within another derivation its result has no term: nothing reads
 * that term, and writing whole webhooks as terms takes longer than most derivations.
 */
export function derivation<Parts extends readonly unknown[], Result>(
  name: string,
  make: (...parts: Parts) => Result,
): (...parts: { [Index in keyof Parts]: unknown }) => Traced<Result> {
  if (derivations.has(name)) throw new Error(`there are two derivations named ${name}`);
  derivations.set(name, { make: make as Derivation['make'] });
  return (...parts) => {
    const term: Term = within > 0 ? { nothing: true } : { derived: name, from: parts.map(termOf) };
    return new Traced(
      nested(() => make(...(parts.map(viewOf) as unknown as Parts))),
      term,
    );
  };
}

function nested<Result>(make: () => Result): Result {
  within++;
  try {
    return make();
  } finally {
    within--;
  }
}

const partOfTraced = derivation('part of', (source: unknown, at: readonly string[]) => partOf(source, at));

export function hasDerivation(name: string): boolean {
  return derivations.has(name);
}

/** Applies a derivation to values. */
export function derive(name: string, parts: readonly unknown[]): unknown {
  const make = derivations.get(name)?.make as ((...parts: readonly unknown[]) => unknown) | undefined;
  return make && nested(() => make(...parts));
}

/** The value itself, in the form that matchers and derivations get. */
export function viewOf(value: unknown): unknown {
  if (value instanceof Traced) return viewOf(value.value);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  if (isExchange(value)) return viewOfExchange(value);
  const webhook = webhookOf(value);
  if (webhook !== undefined) return viewOfDelivery(webhook);
  if (Array.isArray(value)) return value.map(viewOf);
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, viewOf(inner)]))
    : value;
}

export function termOf(value: unknown): Term {
  if (value instanceof Traced) return value.term;
  if (value === undefined) return { nothing: true };
  if (value instanceof RegExp) return { pattern: value.source, flags: value.flags };
  if (typeof value !== 'object' || value === null) return { value: plain(value) };
  const known = sightingTerms.get(value);
  if (known !== undefined) return known;
  if (isExchange(value)) return { exchange: value.id };
  const webhook = webhookOf(value);
  if (webhook !== undefined) return { delivery: webhook.seq };
  if (Array.isArray(value)) return listOf(value.map(termOf));
  const parts = Object.entries(value).map(([name, inner]) => [name, termOf(inner)] as const);
  return parts.every(([, term]) => 'value' in term)
    ? { value: plain(value) }
    : { object: Object.fromEntries(parts.filter(([, term]) => !('nothing' in term))) };
}

function listOf(list: readonly Term[]): Term {
  if (list.every((term) => 'value' in term)) return { value: list.map(({ value }) => value) };
  if (list.every((term) => 'exchange' in term && term.at === undefined)) {
    return { exchanges: list.flatMap((term) => ('exchange' in term ? term.exchange : [])) };
  }
  return { list };
}

function webhookOf(value: object): Delivery | undefined {
  if (isDelivery(value)) return value;
  return 'delivery' in value &&
    typeof value.delivery === 'object' &&
    value.delivery !== null &&
    isDelivery(value.delivery)
    ? value.delivery
    : undefined;
}

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
