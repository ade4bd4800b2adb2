import { AsyncLocalStorage } from 'node:async_hooks';
import type { Screenshot } from '../browser/page.ts';
import type { Exchange, ExchangeRecord } from '../http/index.ts';
import { type Predicate, recording } from '../predicates/index.ts';
import type { MerchantAccess } from '../run/merchants/merchant-access.ts';
import { timeOfDay } from '../time/clock.ts';
import type { Received } from '../webhooks/signature.ts';

/** What a check leaves for the report, in order. Secrets are masked already, but in deliveries, in predicates and in what is told in words. */
export interface Evidence {
  readonly exchanges: ExchangeRecord[];
  /** Ids of all its exchanges: of very many, `exchanges` may keep only some. */
  readonly exchangeIds: number[];
  /** What was expected, in order. */
  readonly predicates: Predicate[];
  /** What was refused with the status and code that were expected: the shape of all of them is looked at together, at the end of a run. */
  readonly refusals: Exchange[];
  readonly deliveries: { received: Received; secret: string | null }[];
  readonly notes: string[];
  readonly screenshots: Screenshot[];
  readonly bursts: BurstRecord[];
  /** What was done, in order, so that it can be done again. */
  readonly way: WayStep[];
  /** The calls whose answers were lost, sent again or not. */
  readonly lostCalls: string[];
  /** The step log: all of it once more, as it happened, in words. */
  readonly stepLog: Part[];
  /** Whose secrets must not be told. */
  readonly merchants: MerchantAccess[];
  /** Since when (`performance.now()`) what it tells has come about. */
  since: number;
  /** Shared preparations that are in it already. */
  readonly included: Set<Evidence>;
}

/** Requests that were sent at once, and how many of them the rate limit let through. */
export interface BurstRecord {
  /** Milliseconds of the target's time since some moment before the run. */
  readonly at: number;
  readonly through: number;
  readonly refused: number;
}

/** A step in words with what happened in it, or a pointer to a piece of the evidence. */
export type Part = StepPart | { readonly exchange: number } | { readonly delivery: number } | { readonly page: number };

export interface StepPart {
  /** "the merchant asks for a thing → 201, status pending" */
  readonly words: string;
  /** Epoch milliseconds of real time. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** False where it threw. */
  readonly worked: boolean;
  /** It was done once for several checks, and is part of the step log of each. */
  readonly shared?: true;
  readonly parts: readonly Part[];
}

/** A request of a merchant, a call of the control interface, a time that passed (seconds), a hosted page that a buyer opened, or a note. */
export type WayStep =
  | { readonly exchange: number; readonly merchantId: string }
  | { readonly control: string; readonly path: string; readonly body: string | null }
  | { readonly seconds: number }
  | { readonly page: string }
  /** What cannot be done with a command, in words: how a receiver of webhooks answers. */
  | { readonly note: string };

export function newEvidence(): Evidence {
  return {
    exchanges: [],
    exchangeIds: [],
    predicates: [],
    refusals: [],
    deliveries: [],
    notes: [],
    screenshots: [],
    bursts: [],
    way: [],
    lostCalls: [],
    stepLog: [],
    merchants: [],
    since: performance.now(),
    included: new Set(),
  };
}

interface LogPosition {
  readonly evidence: Evidence;
  readonly parts: Part[];
}

/** The evidence that this asynchronous context writes to, and the step in which it is. */
const positions = new AsyncLocalStorage<LogPosition>();

/** What happens in `work` belongs to this evidence, whoever made the merchant that acts in it. */
export async function telling<T>(evidence: Evidence, work: () => Promise<T>): Promise<T> {
  return await positions.run({ evidence, parts: evidence.stepLog }, () => recording(evidence, work));
}

/** Tells of a step while it is done; `ending` says in words what came of it. */
export async function step<T>(words: string, work: () => Promise<T>, ending?: (result: T) => string): Promise<T> {
  const position = positions.getStore();
  if (position === undefined) return await work();
  const part = { words, startedAt: timeOfDay(), durationMs: 0, worked: false, parts: [] as Part[] };
  position.parts.push(part);
  const began = performance.now();
  try {
    const result = await positions.run({ evidence: position.evidence, parts: part.parts }, work);
    if (ending !== undefined) part.words += ending(result);
    part.worked = true;
    return result;
  } finally {
    part.durationMs = performance.now() - began;
  }
}

/** Notes what was done, with the check in whose context it was. */
export function went(step: WayStep): void {
  positions.getStore()?.evidence.way.push(step);
}

/** Tells of something that takes no time. */
export function tell(words: string): void {
  positions.getStore()?.parts.push({ words, startedAt: timeOfDay(), durationMs: 0, worked: true, parts: [] });
}

/** Keeps pieces of evidence with the check in whose context they come up; else with the one that they were made for. */
export function recorder(owner: Evidence) {
  const position = (): LogPosition => positions.getStore() ?? { evidence: owner, parts: owner.stepLog };
  return {
    exchange(exchange: ExchangeRecord, merchantId: string): void {
      const { evidence, parts } = position();
      evidence.way.push({ exchange: exchange.id, merchantId });
      evidence.exchanges.push(exchange);
      evidence.exchangeIds.push(exchange.id);
      parts.push({ exchange: exchange.id });
      if (exchange.lost) evidence.lostCalls.push(callOf(exchange.request));
    },
    /** Once, however often it is looked at. */
    delivery(received: Received, secret: string | null): void {
      const { evidence, parts } = position();
      const { seq } = received.delivery;
      if (evidence.deliveries.some((known) => known.received.delivery.seq === seq)) return;
      evidence.deliveries.push({ received, secret });
      parts.push({ delivery: seq });
    },
    screenshot(screenshot: Screenshot): void {
      const { evidence, parts } = position();
      parts.push({ page: evidence.screenshots.push(screenshot) - 1 });
    },
    note(text: string): void {
      const { evidence } = position();
      evidence.notes.push(text);
      tell(text);
    },
  };
}

/** A shared preparation becomes part of the step log of a check that relies on it, once. */
export function include(into: Evidence, words: string, prepared: Evidence): void {
  if (into.included.has(prepared)) return;
  into.included.add(prepared);
  into.since = Math.min(into.since, prepared.since);
  const pages = into.screenshots.length;
  into.exchanges.push(...prepared.exchanges);
  into.exchangeIds.push(...prepared.exchangeIds);
  into.predicates.push(...prepared.predicates);
  into.deliveries.push(...prepared.deliveries);
  into.notes.push(...prepared.notes);
  into.screenshots.push(...prepared.screenshots);
  into.bursts.push(...prepared.bursts);
  into.way.push(...prepared.way);
  into.lostCalls.push(...prepared.lostCalls);
  into.merchants.push(...prepared.merchants);
  if (prepared.stepLog.length === 0) return;
  const known = pages === 0 ? sharedParts.get(prepared) : undefined;
  const part = known ?? sharedPart(words, shifted(prepared.stepLog, pages));
  if (pages === 0) sharedParts.set(prepared, part);
  into.stepLog.push(part);
}

/** The same object for all checks that have no page of their own before: so it is masked once. */
const sharedParts = new WeakMap<Evidence, StepPart>();

function sharedPart(words: string, parts: readonly Part[]): StepPart {
  const steps = parts.flatMap((part) => ('words' in part ? part : []));
  const startedAt = Math.min(...steps.map((part) => part.startedAt));
  const endedAt = Math.max(...steps.map((part) => part.startedAt + part.durationMs));
  return {
    words: `${words} (made once, for all checks that look at it)`,
    shared: true,
    startedAt: steps.length === 0 ? timeOfDay() : startedAt,
    durationMs: steps.length === 0 ? 0 : endedAt - startedAt,
    worked: steps.every(({ worked }) => worked),
    parts,
  };
}

/** Pages are counted in each evidence anew. */
function shifted(parts: readonly Part[], by: number): Part[] {
  return parts.map((part) => {
    if ('page' in part) return { page: part.page + by };
    return 'words' in part ? { ...part, parts: shifted(part.parts, by) } : part;
  });
}

/** The same step again and again, with nothing to be seen inside, is one step that was done so many times. */
export function condensed(parts: readonly Part[]): Part[] {
  const runs: { part: Part; times: number }[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last !== undefined && 'words' in last.part && 'words' in part && isRepeated(last.part, part)) {
      last.part = { ...last.part, durationMs: last.part.durationMs + part.durationMs };
      last.times++;
    } else runs.push({ part, times: 1 });
  }
  return runs.map(({ part, times }) =>
    times > 1 && 'words' in part ? { ...part, words: `${part.words} (${times} times)` } : part,
  );
}

function isRepeated(before: StepPart, part: StepPart): boolean {
  const inside = before.parts.length + part.parts.length;
  return before.words === part.words && before.worked === part.worked && inside === 0;
}

/** A value in at most 60 characters. */
export function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A call, whatever reference it is about: `GET https://sandbox.example.com/v1/things`. */
function callOf({ method, url }: { method: string; url: string }): string {
  const path = /\/v1\/[^/?]*/.exec(url)?.[0] ?? '';
  return `${method} ${new URL(url).origin}${path}`;
}

/** Ids of the exchanges that these steps show, in order. */
export function exchangesIn(parts: readonly Part[]): number[] {
  return parts.flatMap((part) => {
    if ('exchange' in part) return part.exchange;
    return 'words' in part ? exchangesIn(part.parts) : [];
  });
}
