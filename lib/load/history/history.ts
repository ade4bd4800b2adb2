import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { harEntry } from '../../engine/evidence/archive/har.ts';
import type { Recorded } from '../../engine/evidence/recorded.ts';
import { type ExchangeRecord, noMask } from '../../engine/http/index.ts';
import type { ControlStep } from '../../engine/run/merchants/control.ts';
import { type DeliveryEvidence, deliveryEvidence, type Sighting } from '../../engine/run/recording/evidence-writer.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';

/** When the command itself sent a request: before k6 began, or after it ended. */
type Phase = 'before' | 'after';

/** The history of one merchant in a run, without k6's requests. Exchanges and sightings share one sequence of ids, from 1. */
export interface MerchantHistory extends Omit<Recorded, 'target' | 'isWhole'> {
  /** The last id before k6 began. */
  readonly lastBefore: number;
  /** Milliseconds by which k6's times may differ from these; infinite if k6 ran on another machine. */
  readonly driftMs: number;
}

/**
 * Requests of the command itself to a target and its control interface, by merchant: with k6's lines they are the history that the model
 * judges. Stored in a temporary database, so that memory does not grow with the number of keys and nothing remains after exit (see
 * RequestLog).
 */
export class History {
  readonly #database = new DatabaseSync('');
  readonly #insert: StatementSync;
  readonly #of: StatementSync;
  #count = 0;
  #lastBefore = 0;
  #phase: Phase = 'before';
  /** Minimum and maximum, over all entries, of wall clock minus monotonic clock in milliseconds: they differ if the wall clock was set. */
  #origins = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
  #isOneClock = true;

  constructor() {
    this.#database.exec(`PRAGMA journal_mode = OFF; PRAGMA cache_size = -16384; BEGIN;
      CREATE TABLE happened (id INTEGER PRIMARY KEY, about TEXT, kind TEXT, json TEXT);
      CREATE INDEX "by about" ON happened (about)`);
    this.#insert = this.#database.prepare('INSERT INTO happened VALUES (?, ?, ?, ?)');
    this.#of = this.#database.prepare('SELECT id, kind, json FROM happened WHERE about = ? ORDER BY id');
  }

  /** Adds a request of this merchant and its response. */
  exchange(merchantId: string, record: ExchangeRecord): void {
    this.#add(merchantId, 'exchange', record);
  }

  step(step: ControlStep): void {
    this.#add(aboutOf(step), 'step', step);
  }

  /** Marks the end of k6's requests: later entries came after them. `isHere`: k6 ran on this machine, with the same clock. */
  k6Ended(isHere: boolean): void {
    if (this.#phase === 'before') this.#lastBefore = this.#count;
    this.#phase = 'after';
    this.#isOneClock = isHere;
  }

  /** The history of a merchant. `wallets`: its wallets. `deliveries`: webhooks received for it, verified with `secret`. */
  of(merchantId: string, wallets: readonly string[], deliveries: readonly Delivery[], secret: string): MerchantHistory {
    const rows = [merchantId, EVERYBODY, ...wallets].flatMap((about) => this.#of.all(about));
    const parsed = rows.map(({ id, kind, json }) => ({
      id: Number(id),
      kind,
      json: JSON.parse(String(json)) as unknown,
    }));
    return {
      exchanges: parsed.flatMap(({ id, kind, json }) =>
        kind === 'exchange' ? harEntry({ ...(json as ExchangeRecord), id }, []) : [],
      ),
      sightings: parsed.flatMap(({ id, kind, json }) => (kind === 'step' ? sightingOf(id, json as ControlStep) : [])),
      deliveries: judged(deliveries, secret),
      lastBefore: this.#lastBefore,
      driftMs: this.#driftMs,
    };
  }

  close(): void {
    this.#database.close();
  }

  get #driftMs(): number {
    const { least, most } = this.#origins;
    if (!this.#isOneClock) return Number.POSITIVE_INFINITY;
    return Math.max(0, most - least);
  }

  #add(about: string, kind: 'exchange' | 'step', json: ExchangeRecord | ControlStep): void {
    const { startedAt, sentMono } = json;
    if (sentMono !== undefined) {
      const { least, most } = this.#origins;
      const origin = startedAt - sentMono;
      this.#origins = { least: Math.min(least, origin), most: Math.max(most, origin) };
    }
    this.#insert.run(++this.#count, about, kind, JSON.stringify(json));
  }
}

/** Key of steps that concern every merchant: advancing the clock. */
const EVERYBODY = '';

function aboutOf({ endpoint, names, body, merchantId = names.merchantId }: ControlStep): string {
  if (endpoint !== 'POST /wallets') return merchantId ?? EVERYBODY;
  return String((body as { walletId?: unknown }).walletId);
}

function sightingOf(id: number, step: ControlStep): Sighting {
  return { id, at: new Date(step.startedAt).toISOString(), what: `control: ${step.endpoint}`, seen: step };
}

/** Keeps the deliveries whose v2 signature is valid; further deliveries with the same signature are marked as repeated. */
function judged(deliveries: readonly Delivery[], secret: string): DeliveryEvidence[] {
  const known = new Set<string>();
  return deliveries.flatMap((delivery) => {
    const evidence = deliveryEvidence(delivery, noMask, secret);
    if (evidence.verification?.v2 !== 'valid') return [];
    const attempt = delivery.headers['x-service-signature-v2'] ?? '';
    const standing = known.has(attempt) ? 'repeated' : 'genuine';
    known.add(attempt);
    return { ...evidence, standing };
  });
}
