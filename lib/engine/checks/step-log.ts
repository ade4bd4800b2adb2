import { AsyncLocalStorage } from 'node:async_hooks';
import type { Screenshot } from '../browser/page.ts';
import type { Exchange, ExchangeRecord } from '../http/index.ts';
import { type Predicate, recordExpectations } from '../predicates/index.ts';
import type { MerchantAccess } from '../run/merchants/merchant-access.ts';
import { timeOfDay } from '../time/clock.ts';
import type { Received } from '../webhooks/signature.ts';

/** What a check leaves for the report, in order. Secrets are already masked, except in deliveries, predicates and texts. */
export interface Evidence {
  readonly exchanges: ExchangeRecord[];
  /** Ids of all exchanges of the check; `exchanges` may hold only some of them if there are very many. */
  readonly exchangeIds: number[];
  /** Expectations, in order. */
  readonly predicates: Predicate[];
  /** Refusals that had the expected status and code: their shape is examined for all of them together at the end of the run. */
  readonly refusals: Exchange[];
  readonly deliveries: { received: Received; secret: string | null }[];
  readonly notes: string[];
  readonly screenshots: Screenshot[];
  readonly bursts: BurstRecord[];
  /** Actions of the check in order, so that it can be repeated. */
  readonly way: WayStep[];
  /** Calls whose answer was lost, whether or not they were sent again. */
  readonly lostCalls: string[];
  /** The step log: all of the above in order, with descriptions. */
  readonly stepLog: Part[];
  /** Merchants whose secrets must be masked. */
  readonly merchants: MerchantAccess[];
  /** Start of the period in which this evidence arose (`performance.now()`). */
  since: number;
  /** Evidence of shared preparations that was already included. */
  readonly included: Set<Evidence>;
}

/** Requests sent at once, and how many of them the rate limit admitted. */
export interface BurstRecord {
  /** Milliseconds of the target's time since an arbitrary moment before the run. */
  readonly at: number;
  readonly through: number;
  readonly refused: number;
}

/** A step with what happened in it, or a pointer to a piece of evidence. */
export type Part = StepPart | { readonly exchange: number } | { readonly delivery: number } | { readonly page: number };

export interface StepPart {
  /** For example "the merchant asks for a thing → 201, status pending". */
  readonly words: string;
  /** Epoch milliseconds of real time. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** False if the step threw. */
  readonly worked: boolean;
  /** The step was done once for several checks, and is in the step log of each. */
  readonly shared?: true;
  readonly parts: readonly Part[];
}

/** A merchant's request, a call of the control interface, time passed (seconds), a hosted page that a buyer opened, or a note. */
export type WayStep =
  | { readonly exchange: number; readonly merchantId: string }
  | { readonly control: string; readonly path: string; readonly body: string | null }
  | { readonly seconds: number }
  | { readonly page: string }
  /** Describes what no command can repeat, such as how a webhook receiver answers. */
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

/** The evidence that this asynchronous context writes to, and the parts of its current step. */
const positions = new AsyncLocalStorage<LogPosition>();

/** Runs `work` so that everything in it is recorded in `evidence`, whichever check the acting merchant was made for. */
export async function telling<T>(evidence: Evidence, work: () => Promise<T>): Promise<T> {
  return await positions.run({ evidence, parts: evidence.stepLog }, () => recordExpectations(evidence, work));
}

/** Logs a step while it is done; `ending` describes its result. */
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

/** Records an action with the check in whose context it was done. */
export function went(step: WayStep): void {
  positions.getStore()?.evidence.way.push(step);
}

/** Logs a step without duration. */
export function tell(words: string): void {
  positions.getStore()?.parts.push({ words, startedAt: timeOfDay(), durationMs: 0, worked: true, parts: [] });
}

/** Records pieces of evidence with the check in whose context they arise, or with `owner` outside of any context. */
export function recorder(owner: Evidence) {
  const position = (): LogPosition => positions.getStore() ?? { evidence: owner, parts: owner.stepLog };
  return {
    exchange(exchange: ExchangeRecord, merchantId: string): void {
      const { evidence, parts } = position();
      evidence.way.push({ exchange: exchange.id, merchantId });
      evidence.exchanges.push(exchange);
      evidence.exchangeIds.push(exchange.id);
      parts.push({ exchange: exchange.id });
      if (exchange.lost) evidence.lostCalls.push(callNameOf(exchange.request));
    },
    /** Records a delivery once, however often it is looked at. */
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

/** Adds a shared preparation to the evidence of a check that relies on it, once. */
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
  const part = known ?? sharedPart(words, shiftPages(prepared.stepLog, pages));
  if (pages === 0) sharedParts.set(prepared, part);
  into.stepLog.push(part);
}

/** The same object for all checks without screenshots of their own before it, so that it is masked once. */
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

/** Moves page pointers by the number of screenshots already in the evidence. */
function shiftPages(parts: readonly Part[], by: number): Part[] {
  return parts.map((part) => {
    if ('page' in part) return { page: part.page + by };
    return 'words' in part ? { ...part, parts: shiftPages(part.parts, by) } : part;
  });
}

/** Merges consecutive identical steps that have no parts into one step with a count. */
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

/** A value shortened to 60 characters. */
export function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Method and origin with the first path segment after `/v1`, without any reference: `GET https://sandbox.example.com/v1/things`. */
function callNameOf({ method, url }: { method: string; url: string }): string {
  const path = /\/v1\/[^/?]*/.exec(url)?.[0] ?? '';
  return `${method} ${new URL(url).origin}${path}`;
}

/** Ids of the exchanges that these parts point to, in order. */
export function exchangesIn(parts: readonly Part[]): number[] {
  return parts.flatMap((part) => {
    if ('exchange' in part) return part.exchange;
    return 'words' in part ? exchangesIn(part.parts) : [];
  });
}
