import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

export type Environment = 'sandbox' | 'live';

/** Shared by all parts. `origin`: where API and hosted pages listen, without a path. */
export interface World {
  clock: Clock;
  store: Store;
  origin: string;
}

/**
 * The service's own time, in milliseconds since 1970. It runs at the normal pace; `advance` freezes it, moves it from one due time to the
 * next, and lets it run on from the target time.
 */
export class Clock {
  #offset = Date.now() - performance.now();
  #frozen: number | undefined;
  #timers: { due: number; run: () => void }[] = [];
  #wake: NodeJS.Timeout | undefined;
  #flights = new Set<Promise<unknown>>();
  #turn: Promise<unknown> = Promise.resolve();

  now(): number {
    return this.#frozen ?? Math.floor(performance.now() + this.#offset);
  }

  /** Runs something at that time, or shortly after. It cannot be cancelled: `run` has to check whether it still applies. */
  at(due: number, run: () => void): void {
    const place = this.#timers.findIndex((timer) => timer.due > due);
    this.#timers.splice(place < 0 ? this.#timers.length : place, 0, { due, run });
    this.#arm();
  }

  /** Work in real time, such as a webhook attempt, that `advance` waits for. It must never reject. */
  track(flight: Promise<void>): Promise<void> {
    this.#flights.add(flight);
    void flight.then(() => this.#flights.delete(flight));
    return flight;
  }

  /** Moves time forward; calls are carried out one after another. Resolves to the new time once all tasks that fell due are done. */
  advance(seconds: number): Promise<number> {
    const turn = this.#turn.then(() => this.#walk(seconds * 1000));
    this.#turn = turn;
    return turn;
  }

  async #walk(milliseconds: number): Promise<number> {
    let time = this.now();
    const goal = time + Math.round(milliseconds);
    this.#frozen = time;
    await this.#landed();
    for (let next = this.#timers[0]; next && next.due <= goal; next = this.#timers[0]) {
      time = Math.max(time, next.due);
      this.#frozen = time;
      this.#fire();
      await this.#landed();
    }
    this.#offset = goal - performance.now();
    this.#frozen = undefined;
    this.#arm();
    return goal;
  }

  async #landed(): Promise<void> {
    while (this.#flights.size > 0) await Promise.all(this.#flights);
  }

  #fire(): void {
    for (let next = this.#timers[0]; next && next.due <= this.now(); next = this.#timers[0]) {
      this.#timers.shift();
      next.run();
    }
  }

  #arm(): void {
    clearTimeout(this.#wake);
    const next = this.#timers[0];
    if (!next || this.#frozen !== undefined) return;
    // Node's timers are limited to 24 days; waking early does no harm.
    const pause = Math.min(Math.max(next.due - this.now(), 0), 3_600_000);
    this.#wake = setTimeout(() => {
      if (this.#frozen !== undefined) return;
      this.#fire();
      this.#arm();
    }, pause);
  }
}

/** A thin layer over the in-memory database: statements are prepared once, and rows have the caller's type. */
export class Store {
  #db = new DatabaseSync(':memory:');
  #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  constructor() {
    this.#db.exec(schema);
  }

  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  insert(table: string, row: Record<string, SQLInputValue>): void {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    this.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row));
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** ISO 8601 in whole seconds, with a numeric offset: UTC in records, the time of Lagos in webhooks. */
export function stamp(ms: number, zone: '+00:00' | '+01:00' = '+00:00'): string {
  const shift = zone === '+01:00' ? 3_600_000 : 0;
  return new Date(ms + shift).toISOString().slice(0, 19) + zone;
}

export const uuid = (): string => randomUUID();

/** A string of digits, as in services with numeric keys. */
export const numericId = (): string => String(10_000_000_000 + (randomBytes(6).readUIntBE(0, 6) % 89_999_999_999));

export const secret = (prefix: string): string => prefix + randomBytes(24).toString('hex');

export interface Merchant {
  id: string;
  env: Environment;
  apiKey: string;
  secret: string;
  webhookUrl: string | null;
  linkedOnly: number;
  delay: number;
}

export interface Wallet {
  env: Environment;
  id: string;
  holder: string;
  available: number;
  held: number;
}

const schema = `
CREATE TABLE merchants (id TEXT PRIMARY KEY, env TEXT, apiKey TEXT UNIQUE, secret TEXT, webhookUrl TEXT,
  linkedOnly INTEGER DEFAULT 0, delay INTEGER DEFAULT 0);
CREATE TABLE wallets (env TEXT, id TEXT, holder TEXT, available INTEGER, held INTEGER DEFAULT 0, PRIMARY KEY (env, id));
CREATE TABLE checkouts (id TEXT PRIMARY KEY, merchant TEXT, reference TEXT, amount INTEGER, description TEXT, email TEXT,
  returnUrl TEXT, metadata TEXT, status TEXT, method TEXT, failure TEXT, paidAt INTEGER, createdAt INTEGER,
  UNIQUE (merchant, reference));
CREATE TABLE refunds (id TEXT PRIMARY KEY, merchant TEXT, reference TEXT, payment TEXT, amount INTEGER, reason TEXT,
  status TEXT, failure TEXT, createdAt INTEGER, UNIQUE (merchant, reference));
CREATE TABLE payouts (id TEXT PRIMARY KEY, merchant TEXT, reference TEXT, amount INTEGER, bank TEXT, account TEXT,
  holder TEXT, narration TEXT, status TEXT, failure TEXT, createdAt INTEGER, UNIQUE (merchant, reference));
CREATE TABLE escrows (id TEXT PRIMARY KEY, token TEXT UNIQUE, env TEXT, merchant TEXT, reference TEXT, amount INTEGER,
  seller TEXT, buyer TEXT, fee INTEGER, feeWallet TEXT, hours INTEGER, conditions TEXT, description TEXT, returnUrl TEXT,
  metadata TEXT, status TEXT, paidBy TEXT, paidAt INTEGER, aside INTEGER DEFAULT 0, toBuyer INTEGER DEFAULT 0,
  toSeller INTEGER DEFAULT 0, createdAt INTEGER, UNIQUE (merchant, reference));
CREATE TABLE links (id TEXT PRIMARY KEY, env TEXT, merchant TEXT, ref TEXT, wallet TEXT, requester TEXT, status TEXT,
  expiresAt INTEGER, createdAt INTEGER, UNIQUE (merchant, ref));
CREATE TABLE events (n INTEGER PRIMARY KEY, id TEXT UNIQUE, merchant TEXT, kind TEXT, reference TEXT, body TEXT, occurredAt INTEGER);
CREATE TABLE deliveries (id INTEGER PRIMARY KEY, event TEXT, merchant TEXT, state TEXT, startedAt INTEGER);
CREATE TABLE attempts (n INTEGER PRIMARY KEY, delivery INTEGER, at INTEGER, status INTEGER, error TEXT);
CREATE TABLE idempotency (merchant TEXT, endpoint TEXT, key TEXT, fingerprint TEXT, state TEXT, status INTEGER, body TEXT,
  PRIMARY KEY (merchant, endpoint, key));
CREATE INDEX delivery_of_merchant ON deliveries (merchant);
CREATE INDEX attempt_of_delivery ON attempts (delivery);
CREATE INDEX refund_of_payment ON refunds (merchant, payment);
CREATE INDEX link_of_wallet ON links (env, wallet);
INSERT INTO wallets (env, id, holder, available) VALUES ('sandbox', '0000000001', 'Adébáyọ̀ Ọlámidé', 750000),
  ('sandbox', '0000000002', 'Chiamaka Okonkwo', 0), ('sandbox', '0000000003', 'Musa Ibrahim', 1250);
`;
