import { parseJson } from '../../engine/http/json.ts';
import type { DeliveryEvidence, Sighting } from '../../engine/run/recording/evidence-writer.ts';
import { STOOD_STILL, type Standstill } from '../../engine/run/slowness.ts';
import { objectOf } from './fields.ts';

// What arrived at the addresses of a run, how it was answered, and what the console's list of deliveries says.

/** Anything that arrived at an address of this run, from any sender. */
export interface Arrival {
  readonly path: string;
  /** Null: no JSON object, or truncated in the record. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** A well signed delivery, received for the first time. */
export interface Webhook extends Arrival {
  readonly seq: number;
  readonly at: number;
  /** The body, a JSON object. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One arrival of an event at an address of this run, and how it was answered. */
export interface Attempt extends Arrival {
  readonly seq: number;
  readonly at: number;
  /** `genuine` or `repeated`: sent by the target. `claimed`: badly signed, so a third party may have sent or altered it. */
  readonly standing: 'genuine' | 'repeated' | 'claimed';
  readonly payload: Readonly<Record<string, unknown>>;
  /** The body as received; null where the record masks or truncates it. */
  readonly text: string | null;
  readonly method: string;
  readonly contentType: string;
  /** The `x-service-timestamp` header in Unix seconds; null where it is no integer. */
  readonly stamp: number | null;
  /** The HTTP status of the answer; null: it got no answer. */
  readonly status: number | null;
  /** The answer was delayed or withheld, the sender closed the connection before it, or this machine stood still at about that time. */
  readonly isSlow: boolean;
  /** Where the v2 signature is valid: whether v1 is, too. Null otherwise. */
  readonly isSignedTwice: boolean | null;
  /** How many rotations preceded the secret that signed it; null where that is unknown. */
  readonly rotations: number | null;
}

/** Name of a sighting: the console's list was read, and the time of the request is known. */
export const LIST_READ = "a console's list of deliveries is read";
/** Name of a sighting by a check: the list was requested less than MAX_LIST_REQUEST_MS before. */
export const LIST_READ_BY_CHECK = "the console's deliveries of ";
/** Name of a sighting by a check: the request took MAX_LIST_REQUEST_MS or longer, so the model draws no conclusion from the list. */
export const LIST_READ_LATE = "the console's deliveries, read late, of ";
export const MAX_LIST_REQUEST_MS = 10_000;

/** Name of a sighting: which secret signed the webhooks of one merchant, once its secret was rotated. */
export const SIGNED_AFTER_ROTATION = 'webhooks are signed after the secret was rotated';
export interface SignedAfter {
  readonly merchant: string;
  /** By `seq`: how many rotations preceded the secret that signed the webhook. */
  readonly rotations: Readonly<Record<string, number>>;
}

/** An entry of the console's list. */
export interface ConsoleEntry {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly reference: string;
  readonly state: string;
  readonly attempts: readonly { readonly at: string; readonly status: number | null; readonly error: string | null }[];
  readonly payload: string;
}

/** The console's list of deliveries of one merchant. */
export interface ConsoleList {
  readonly merchant: string;
  /** The earliest moment of the request, and the latest moment of the response. */
  readonly at: number;
  readonly ended: number;
  readonly entries: readonly ConsoleEntry[];
}
/** The content of a LIST_READ sighting. */
export interface ListRead {
  readonly merchant: string;
  readonly startedAt: number;
  readonly sentMono: number;
  readonly durationMs: number;
  readonly entries: readonly ConsoleEntry[];
}

/** Converts a moment to the run's clock, from the wall clock and the monotonic clock of this machine; only the former can be reset. */
type ToRunClock = (startedAt: number, mono: number) => number;

/** Null unless the delivery is well signed and received for the first time: anything else may be a forgery or a copy. */
export function webhookOf(delivery: DeliveryEvidence, { path, payload }: Arrival, timeOf: ToRunClock): Webhook | null {
  if (payload === null || delivery.standing !== 'genuine') return null;
  return { seq: delivery.seq, at: timeOf(Date.parse(delivery.at), delivery.monoMs), path, payload };
}

export function arrivalOf({ path, body, truncated }: DeliveryEvidence): Arrival {
  return { path, payload: body === null || truncated ? null : objectOf(parseJson(body)) };
}

export function attemptOf(
  delivery: DeliveryEvidence,
  { path, payload }: Arrival,
  rotations: ReadonlyMap<number, number>,
  timeOf: ToRunClock,
  isHeldUp: (at: number) => boolean = () => false,
): Attempt | null {
  const { seq, standing, body, method, headers, answer, verification } = delivery;
  if (payload === null || standing === undefined || standing === 'foreign') return null;
  const stamp = headers['x-service-timestamp'] ?? '';
  const at = timeOf(Date.parse(delivery.at), delivery.monoMs);
  const isLate = delivery.keptWaitingMs !== undefined || delivery.senderClosedAfterMs !== null;
  return {
    seq,
    at,
    path,
    payload,
    standing,
    text: delivery.masked || delivery.truncated ? null : body,
    method,
    contentType: headers['content-type'] ?? '',
    stamp: /^[0-9]{1,15}$/.test(stamp) ? Number(stamp) : null,
    status: answer.kind === 'status' ? answer.status : null,
    isSlow: isLate || answer.kind === 'hang' || isHeldUp(at),
    // A delivery is verified with one secret of its merchant; where another secret signed it, the result says nothing.
    rotations: rotations.get(seq) ?? null,
    isSignedTwice: verification?.v2 === 'valid' ? verification.v1 === 'valid' : null,
  };
}

/**
 * Whether this machine stood still at about a moment, so that a target on it may have read an answer after its time-out, although the
 * answer was sent at once.
 */
export function heldUp(sightings: readonly Sighting[], timeOf: ToRunClock): (at: number) => boolean {
  const standstills = sightings.flatMap(({ what, seen }) => {
    if (what !== STOOD_STILL) return [];
    const { startedAt, sentMono, durationMs } = seen as Standstill;
    const from = timeOf(startedAt, sentMono);
    return { from: from - HELD_UP_MS, to: from + durationMs + HELD_UP_MS };
  });
  return (at) => standstills.some(({ from, to }) => from <= at && at <= to);
}

/** Milliseconds before and after a standstill of a thread of the run within which the target, too, may have stood still. */
const HELD_UP_MS = 10_000;

/** Rotations by `seq`, from the SIGNED_AFTER_ROTATION sightings. */
export function rotationsIn(sightings: readonly Sighting[]): ReadonlyMap<number, number> {
  return new Map(
    sightings.flatMap(({ what, seen }) => {
      if (what !== SIGNED_AFTER_ROTATION) return [];
      return Object.entries((seen as SignedAfter).rotations).map(([seq, count]): [number, number] => [
        Number(seq),
        count,
      ]);
    }),
  );
}

export function listOf({ what, seen, at }: Sighting, timeOf: ToRunClock): ConsoleList | null {
  if (what === LIST_READ) {
    const { merchant, startedAt, sentMono, durationMs, entries } = seen as ListRead;
    const asked = timeOf(startedAt, sentMono);
    return { merchant, at: asked, ended: asked + durationMs + 1, entries };
  }
  if (!what.startsWith(LIST_READ_BY_CHECK) || !Array.isArray(seen)) return null;
  const entries = seen as readonly ConsoleEntry[];
  const [merchant, seenAt] = [what.slice(LIST_READ_BY_CHECK.length), Date.parse(at)];
  return { merchant, at: seenAt - MAX_LIST_REQUEST_MS, ended: seenAt + 1, entries };
}
