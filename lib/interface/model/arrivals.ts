import { parseJson } from '../../engine/http/json.ts';
import type { DeliveryEvidence, Sighting } from '../../engine/run/recording/evidence-writer.ts';
import { objectOf } from './fields.ts';

// What reached the addresses of a run, how it was answered, and what the console tells of it.

/** Something that arrived at an address of this run, whoever sent it. */
export interface Heard {
  readonly path: string;
  /** Null: it cannot be read. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** What is signed as it should be, and came for the first time. */
export interface Webhook extends Heard {
  readonly seq: number;
  readonly at: number;
  /** The body, a JSON object. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One arrival of an event at an address of this run, and how it was answered. */
export interface Attempt extends Heard {
  readonly seq: number;
  readonly at: number;
  /** `genuine` or `repeated`: the target's. `claimed`: somebody may have altered it. */
  readonly standing: 'genuine' | 'repeated' | 'claimed';
  readonly payload: Readonly<Record<string, unknown>>;
  /** The body as it came; null where the record does not hold it. */
  readonly text: string | null;
  readonly method: string;
  readonly contentType: string;
  /** Of `x-service-timestamp`, as it was sent: Unix seconds. */
  readonly stamp: number | null;
  /** What it was answered with; null: with nothing. */
  readonly status: number | null;
  /** It was kept waiting, or its sender did not wait for the answer. */
  readonly isSlow: boolean;
  /** The first signature holds where the second does; null where that is not known. */
  readonly isSignedTwice: boolean | null;
  /** How many rotations came before the secret that signed it; null where that is not known. */
  readonly rotations: number | null;
}

/** What a sighting says of the console's list, where it is known when it was asked for. */
export const LISTED = "a console's list of deliveries is read";
/** As LISTED, of checks: it was asked for LIST_ASKED_MS before at the earliest. */
export const LISTED_FOR = "the console's deliveries of ";
/** Of checks, where it is not even known that it was asked for as late as that. */
export const LISTED_LATE = "the console's deliveries, read late, of ";
/** In milliseconds. */
export const LIST_ASKED_MS = 10_000;

/** What a sighting says of the secrets that webhooks of one merchant were signed with. */
export const SIGNED = 'webhooks are signed after the secret was rotated';
export interface SignedAfter {
  readonly merchant: string;
  /** By `seq`: how many rotations came before the secret that signed it. */
  readonly rotations: Readonly<Record<string, number>>;
}

/** An entry of the console's list. */
export interface Listing {
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
  /** When it was asked for, at the earliest; and when it was answered, at the latest. */
  readonly at: number;
  readonly ended: number;
  readonly entries: readonly Listing[];
}
/** What a sighting LISTED has seen. */
export interface ListRead {
  readonly merchant: string;
  readonly startedAt: number;
  readonly sentMono: number;
  readonly durationMs: number;
  readonly entries: readonly Listing[];
}

/** When something was, by the clock of the run: by both clocks of this machine, of which only the second is never set. */
type TimeOf = (startedAt: number, mono: number) => number;

/** Only what is signed well is surely the target's, and only once: somebody may have sent a copy. Null otherwise. */
export function webhookOf(delivery: DeliveryEvidence, { path, payload }: Heard, timeOf: TimeOf): Webhook | null {
  if (payload === null || delivery.standing !== 'genuine') return null;
  return { seq: delivery.seq, at: timeOf(Date.parse(delivery.at), delivery.monoMs), path, payload };
}

export function heardIn({ path, body, truncated }: DeliveryEvidence): Heard {
  return { path, payload: body === null || truncated ? null : objectOf(parseJson(body)) };
}

export function attemptOf(
  delivery: DeliveryEvidence,
  { path, payload }: Heard,
  rotations: ReadonlyMap<number, number>,
  timeOf: TimeOf,
): Attempt | null {
  const { seq, standing, body, method, headers, answer, verification } = delivery;
  if (payload === null || standing === undefined || standing === 'foreign') return null;
  const stamp = headers['x-service-timestamp'] ?? '';
  return {
    seq,
    at: timeOf(Date.parse(delivery.at), delivery.monoMs),
    path,
    payload,
    standing,
    text: delivery.masked || delivery.truncated ? null : body,
    method,
    contentType: headers['content-type'] ?? '',
    stamp: /^[0-9]{1,15}$/.test(stamp) ? Number(stamp) : null,
    status: answer.kind === 'status' ? answer.status : null,
    isSlow: delivery.keptWaitingMs !== undefined || delivery.senderClosedAfterMs !== null || answer.kind === 'hang',
    // Of several secrets the record has been verified with one: where that is another, it says nothing.
    rotations: rotations.get(seq) ?? null,
    isSignedTwice: verification?.v2 === 'valid' ? verification.v1 === 'valid' : null,
  };
}

/** By `seq`, as sightings tell it. */
export function rotationsIn(sightings: readonly Sighting[]): ReadonlyMap<number, number> {
  return new Map(
    sightings.flatMap(({ what, seen }) => {
      if (what !== SIGNED) return [];
      return Object.entries((seen as SignedAfter).rotations).map(([seq, count]): [number, number] => [
        Number(seq),
        count,
      ]);
    }),
  );
}

export function listOf({ what, seen, at }: Sighting, timeOf: TimeOf): ConsoleList | null {
  if (what === LISTED) {
    const { merchant, startedAt, sentMono, durationMs, entries } = seen as ListRead;
    const asked = timeOf(startedAt, sentMono);
    return { merchant, at: asked, ended: asked + durationMs + 1, entries };
  }
  if (!what.startsWith(LISTED_FOR) || !Array.isArray(seen)) return null;
  const entries = seen as readonly Listing[];
  const [merchant, seenAt] = [what.slice(LISTED_FOR.length), Date.parse(at)];
  return { merchant, at: seenAt - LIST_ASKED_MS, ended: seenAt + 1, entries };
}
