import { randomBytes } from 'node:crypto';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { Pool } from 'undici';
import { dedupe } from './dedupe.ts';
import { bodyOf, type DeliveryRecord } from './delivery-record.ts';
import { sign } from './signature.ts';

export const KINDS = ['valid', 'valid again', 'wrong signature', 'altered body', 'stale timestamp'] as const;
export type Kind = (typeof KINDS)[number];

export interface PlannedDelivery {
  readonly kind: Kind;
  readonly body: Buffer;
  /** The bytes that are signed; they differ from `body` if that was altered. */
  readonly signed: Buffer;
}

export interface Tally {
  readonly kind: Kind;
  sent: number;
  asExpected: number;
  /** How often each unexpected answer came: a status, or why there was none. */
  readonly other: Map<string, number>;
}

export interface ReplayOptions {
  readonly to: URL;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Age of the timestamp of a stale delivery, in seconds: two days, more than any retry takes (Events, Delivery rule 2). */
const STALE_SECONDS = 2 * 86_400;
const MAX_CONCURRENT = 4;
const FORGED: readonly Kind[] = ['wrong signature', 'altered body', 'stale timestamp'];

/**
 * The deliveries to send, in an order fixed by the seed: each recorded event twice, and forged ones, as a share (0 to 1) of these, at
 * least one unless the share is 0.
 */
export function planReplay(records: readonly DeliveryRecord[], forgedShare: number, seed: number): PlannedDelivery[] {
  const events = dedupe(records.filter(isEvent)).map(bodyOf);
  const random = randomNumbers(seed);
  const twice = [...events, ...events].map((body): PlannedDelivery => ({ kind: 'valid', body, signed: body }));
  const count = Math.ceil(twice.length * forgedShare);
  const forged = Array.from({ length: count }, (_, index): PlannedDelivery => {
    const body = events[Math.floor(random() * events.length)] ?? Buffer.alloc(0);
    const kind = FORGED[index % FORGED.length] ?? 'wrong signature';
    return { kind, body: kind === 'altered body' ? altered(body, random() < 0.5) : body, signed: body };
  });
  const sent = new Set<Buffer>();
  return shuffled([...twice, ...forged], random).map((sending) => {
    if (sending.kind !== 'valid' || !sent.has(sending.body)) {
      if (sending.kind === 'valid') sent.add(sending.body);
      return sending;
    }
    return { ...sending, kind: 'valid again' };
  });
}

export interface ReplayResult {
  readonly tallies: readonly Tally[];
  /** Why nothing answered, if nothing did: the rest was then not tried. */
  readonly unanswered?: string;
}

/** Sends a plan, AT_ONCE at a time, and counts the answers by kind. Stops early, with the counts so far, when the signal aborts. */
export async function replay(
  plan: readonly PlannedDelivery[],
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const { to, timeoutMs } = options;
  const pool = new Pool(to.origin, { connections: MAX_CONCURRENT, connectTimeout: timeoutMs });
  const tallies = KINDS.map((kind): Tally => ({ kind, sent: 0, asExpected: 0, other: new Map() }));
  const queue = plan.values();
  let answers = 0;
  let failures = 0;
  let reason: string | undefined;
  const work = async () => {
    for (const sending of queue) {
      if (signal.aborted || (answers === 0 && failures >= 2 * MAX_CONCURRENT)) return;
      const answer = await send(pool, sending, options, signal);
      if (signal.aborted) return;
      if (typeof answer === 'number') answers += 1;
      else {
        failures += 1;
        reason = answer;
      }
      const tally = tallies.find(({ kind }) => kind === sending.kind);
      if (tally === undefined) continue;
      tally.sent += 1;
      if (isExpected(sending.kind, answer)) tally.asExpected += 1;
      else tally.other.set(String(answer), (tally.other.get(String(answer)) ?? 0) + 1);
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  } finally {
    await pool.destroy();
  }
  return { tallies, unanswered: answers === 0 ? reason : undefined };
}

/** Whether it is an address of this machine: recorded webhooks should not be sent elsewhere by mistake. */
export function isLoopback(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return (isIPv4(host) && loopback.check(host, 'ipv4')) || (isIPv6(host) && loopback.check(host, 'ipv6'));
}

/**
 * Any 2xx acknowledges (Events, Delivery rule 1); a bad signature is answered 401 (Events, Request headers). A stale delivery has good
 * signatures, and the interface names no status for it: any 4xx is expected.
 */
function isExpected(kind: Kind, answer: number | string): boolean {
  if (typeof answer === 'string') return false;
  if (kind === 'valid' || kind === 'valid again') return answer >= 200 && answer <= 299;
  return kind === 'stale timestamp' ? answer >= 400 && answer <= 499 : answer === 401;
}

async function send(
  pool: Pool,
  sending: PlannedDelivery,
  options: ReplayOptions,
  stop: AbortSignal,
): Promise<number | string> {
  const { to, headers, timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await pool.request({
      method: 'POST',
      path: `${to.pathname}${to.search}`,
      headers: { 'content-type': 'application/json', ...headers, ...signatures(sending, options.secret) },
      body: sending.body,
      signal: AbortSignal.any([timeout, stop]),
    });
    await response.body.dump({ limit: 65_536 });
    return response.statusCode;
  } catch (error) {
    if (timeout.aborted) return `no answer within ${timeoutMs / 1_000} s`;
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

function signatures({ kind, signed }: PlannedDelivery, secret: string): Record<string, string> {
  // Every attempt has the time at which it is sent, and is signed anew.
  const timestamp = String(Math.floor(Date.now() / 1_000) - (kind === 'stale timestamp' ? STALE_SECONDS : 0));
  const { v1, v2 } = sign(signed, kind === 'wrong signature' ? randomBytes(16).toString('hex') : secret, timestamp);
  return { 'x-service-signature': v1, 'x-service-timestamp': timestamp, 'x-service-signature-v2': v2 };
}

/** Changes the amount; or only adds a space, which goes unnoticed by a receiver that re-serialises before it verifies. */
function altered(body: Buffer, amountToo: boolean): Buffer {
  const text = body.toString('latin1');
  const raised = amountToo ? text.replace(/("amountMinor"\s*:\s*)(?=[1-9])/, (start) => `${start}1`) : text;
  return Buffer.from(raised === text ? `${text} ` : raised, 'latin1');
}

function isEvent(record: DeliveryRecord): boolean {
  const hasKey = record.event !== undefined && (record.eventId !== undefined || record.reference !== undefined);
  return hasKey && record.method === 'POST' && record.truncated !== true;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (a mixed 32-bit Weyl sequence). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
