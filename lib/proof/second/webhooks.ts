import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Merchant, numericId, stamp, type World } from './world.ts';

export type EventKind =
  | `payment.${'succeeded' | 'failed'}`
  | `refund.${'succeeded' | 'failed'}`
  | `payout.${'succeeded' | 'failed'}`
  | `escrow.${'funded' | 'disputed' | 'released' | 'refunded' | 'cancelled'}`
  | `wallet.link.${'approved' | 'rejected' | 'expired' | 'revoked'}`;

interface Event {
  n: number;
  id: string;
  merchant: string;
  kind: EventKind;
  reference: string;
  body: string;
  occurredAt: number;
}

interface Delivery {
  id: number;
  event: string;
  merchant: string;
  state: 'pending' | 'delivered' | 'abandoned';
  startedAt: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** When retries are due after the event (Delivery rules, 2). The next one, at 26 hours, would be after the end. */
const retryOffsets = [minute, 5 * minute, 30 * minute, 2 * hour, 14 * hour];
const giveUpAfter = 24 * hour;
const asked = process.argv.indexOf('--answer-timeout');
const answerTimeout = asked === -1 ? 2000 : Number(process.argv[asked + 1]) * 1000;
const lateCopyAfter = 2000;

/**
 * Records an event and starts to send it. `extra`: the fields besides id, event, reference and occurredAt. Resolves when the first attempt
 * has been answered or has timed out; never rejects.
 */
export function emit(world: World, merchantId: string, kind: EventKind, reference: string, extra: object) {
  const { clock, store } = world;
  const now = clock.now();
  const n = (store.one<{ n: number }>('SELECT count(*) AS n FROM events')?.n ?? 0) + 1;
  const id = numericId();
  const content = { occurredAt: stamp(now, '+01:00'), ...extra, reference, event: kind, id };
  const body = writeBody(content, n % 2 === 0);
  store.insert('events', { n, id, merchant: merchantId, kind, reference, body, occurredAt: now });
  const url = store.one<Merchant>('SELECT * FROM merchants WHERE id = ?', merchantId)?.webhookUrl;
  if (!url) return Promise.resolve();

  const delivery = open(world, id, merchantId);
  // Delivery rules, 3: an event can arrive more than once. Every third one is sent twice, at once or after later events.
  if (n % 6 === 3) void attempt(world, delivery, 'copy');
  const first = attempt(world, delivery, 'scheduled');
  if (n % 6 !== 0) return first;
  return first.then(() => {
    if (stateOf(world, delivery) !== 'delivered') return;
    clock.at(clock.now() + lateCopyAfter, () => void attempt(world, delivery, 'copy'));
  });
}

/** The console's Resend: sends the same event and bytes as a new delivery. False if the merchant has no such delivery. */
export function resend(world: World, merchantId: string, deliveryId: string): boolean {
  const sql = 'SELECT * FROM deliveries WHERE merchant = ? AND id = ?';
  const old = world.store.one<Delivery>(sql, merchantId, deliveryId);
  if (!old) return false;
  void attempt(world, open(world, old.event, merchantId), 'scheduled');
  return true;
}

/** The console's list, oldest first. */
export function listDeliveries({ store }: World, merchantId: string) {
  const sql = `SELECT d.id, d.state, e.id AS eventId, e.kind, e.reference, e.body
    FROM deliveries d JOIN events e ON e.id = d.event WHERE d.merchant = ? ORDER BY d.id`;
  return store.all<Event & Delivery & { eventId: string }>(sql, merchantId).map((row) => ({
    id: String(row.id),
    eventId: row.eventId,
    event: row.kind,
    reference: row.reference,
    state: row.state,
    attempts: store
      .all<{ at: number; status: number | null; error: string | null }>(
        'SELECT at, status, error FROM attempts WHERE delivery = ? ORDER BY at, n',
        row.id,
      )
      .map((made) => ({ at: stamp(made.at), status: made.status, error: made.error })),
    payload: row.body,
  }));
}

function open({ store, clock }: World, event: string, merchant: string): number {
  const id = (store.one<{ n: number }>('SELECT count(*) AS n FROM deliveries')?.n ?? 0) + 1;
  store.insert('deliveries', { id, event, merchant, state: 'pending', startedAt: clock.now() });
  return id;
}

function stateOf({ store }: World, delivery: number): Delivery['state'] | undefined {
  return store.one<Delivery>('SELECT * FROM deliveries WHERE id = ?', delivery)?.state;
}

/** One POST. A scheduled attempt that fails schedules the next one; a copy does not. */
function attempt(world: World, id: number, sort: 'scheduled' | 'copy'): Promise<void> {
  return world.clock.track(makeAttempt(world, id, sort));
}

async function makeAttempt(world: World, id: number, sort: 'scheduled' | 'copy'): Promise<void> {
  const { clock, store } = world;
  const delivery = store.one<Delivery>('SELECT * FROM deliveries WHERE id = ?', id);
  const event = delivery && store.one<Event>('SELECT * FROM events WHERE id = ?', delivery.event);
  const merchant = delivery && store.one<Merchant>('SELECT * FROM merchants WHERE id = ?', delivery.merchant);
  if (!delivery || !event || !merchant) return;

  const at = clock.now();
  const result = merchant.webhookUrl
    ? await post(merchant.webhookUrl, Buffer.from(event.body), merchant.secret, Math.floor(at / 1000))
    : { status: null, error: 'no webhook address is set' };
  store.insert('attempts', { delivery: id, at, ...result });
  if (result.status !== null && result.status >= 200 && result.status < 300) {
    store.run("UPDATE deliveries SET state = 'delivered' WHERE id = ?", id);
    return;
  }
  if (sort === 'copy') return;

  const end = event.occurredAt + giveUpAfter;
  const next = retryOffsets.map((offset) => delivery.startedAt + offset).find((due) => due > at && due <= end);
  if (next === undefined) {
    clock.at(end, () => store.run("UPDATE deliveries SET state = 'abandoned' WHERE id = ? AND state = 'pending'", id));
    return;
  }
  clock.at(next, () => {
    if (stateOf(world, id) === 'pending') void attempt(world, id, 'scheduled');
  });
}

/** Sends the bytes and returns the status, or why there is none. Redirects are not followed. */
function post(url: string, body: Buffer, key: string, timestamp: number) {
  return new Promise<{ status: number | null; error: string | null }>((resolve) => {
    const sign = (bytes: Buffer) => createHmac('sha256', key).update(bytes).digest('hex');
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const outgoing = start(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'X-SERVICE-TIMESTAMP': String(timestamp),
        'X-Service-Signature': sign(body),
        'X-Service-Signature-V2': sign(Buffer.concat([Buffer.from(`${timestamp}.`), body])),
      },
    });
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no answer within ${answerTimeout / 1000} seconds`)),
      answerTimeout,
    );
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('response', (answer) => {
      answer.on('error', () => {});
      answer.resume();
      resolve({ status: answer.statusCode ?? null, error: null });
    });
    outgoing.on('error', (error) => resolve({ status: null, error: error.message || 'the connection failed' }));
    outgoing.end(body);
  });
}

/** Pretty-printed; half of the events carry non-ASCII characters raw, the other half escaped. */
function writeBody(content: object, escaped: boolean): string {
  const raw = JSON.stringify(content, null, 2);
  if (!escaped) return raw;
  const asEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${raw.replace(/[\u0080-\uffff]/g, asEscape)}\n`;
}
