import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { RunImpossible } from '../../checks/outcome.ts';
import type { EvidenceLine, RunStore } from '../../durable/store/index.ts';
import { type ExchangeRecord, type Mask, maskDeep } from '../../http/index.ts';
import { presentHistory } from '../../time/activity.ts';
import { timeOfDay } from '../../time/clock.ts';
import { type DeliveryRecord, toRecord } from '../../webhooks/delivery-record.ts';
import type { Delivery } from '../../webhooks/server.ts';
import { ListDiffs, type Sighting } from './sightings.ts';

export type { Sighting } from './sightings.ts';

/** A webhook as evidence keeps it, always with the bytes of its body. */
export interface DeliveryEvidence extends DeliveryRecord {
  readonly bodyBase64: string;
  /** Something in it was masked: its bytes are not those that were signed. */
  readonly masked?: true;
}

export const writtenFiles = {
  exchanges: 'exchanges.ndjson',
  sightings: 'sightings.ndjson',
  deliveries: 'deliveries.ndjson',
} as const;

/** For how long lines are gathered before they are written, in milliseconds. */
const GATHERED_MS = 50;

/**
 * Writes everything that happens in a run into a folder as it happens, one line of JSON each: a long run holds none of it in memory,
 * except the last look at each list. Without a folder nothing is written. If another process may resume the run, everything is kept in
 * the run store instead, each piece once by its id, and written into the folder at the end.
 */
export class EvidenceWriter {
  readonly #folder: string | null;
  readonly #exchanges: WriteStream | null;
  readonly #sightings: WriteStream | null;
  readonly #store: RunStore | null;
  readonly #listDiffs = new ListDiffs();
  #lastExchangeId: number;
  #lastSightingId: number;
  #broken: unknown = null;
  /** Checks may still be under way after an interruption: what they do after `close` is no longer written. */
  #ended = false;
  /** Records made after an interruption. The store does not keep them, as the process that resumes the run makes them again. */
  readonly #unkept: Record<'exchange' | 'sighting', EvidenceLine[]> = { exchange: [], sighting: [] };

  private constructor(folder: string | null, store: RunStore | null) {
    this.#folder = folder;
    this.#store = store;
    this.#lastExchangeId = store?.evidence('exchange').last ?? 0;
    this.#lastSightingId = store?.evidence('sighting').last ?? 0;
    this.#exchanges = folder === null ? null : this.#openFile(folder, writtenFiles.exchanges);
    this.#sightings = folder === null ? null : this.#openFile(folder, writtenFiles.sightings);
  }

  static async open(folder: string | null, store: RunStore | null = null): Promise<EvidenceWriter> {
    if (folder !== null) await mkdir(folder, { recursive: true });
    return new EvidenceWriter(folder, store);
  }

  /** Why evidence can no longer be written; null as long as it can. Without evidence no run can be made. */
  get broken(): string | null {
    return this.#broken === null ? null : notKept(this.#broken);
  }

  /** Number of exchanges in the run store: when this process begins, those of earlier processes of this run. */
  get exchanges(): number {
    return this.#store?.evidence('exchange').count ?? 0;
  }

  /** As `exchanges`, counting only those whose answer was lost. */
  get lost(): number {
    return this.#store?.evidence('exchange').lost ?? 0;
  }

  /** Ids of all exchanges of this check, over all processes; none without a run store. */
  exchangesOf(name: string): number[] {
    return this.#store?.evidenceOf('exchange', name) ?? [];
  }

  /** A new id, unique within the run. A check that is replayed after an interruption gets the same ids again. */
  newExchangeId(): number {
    const next = () => ++this.#lastExchangeId;
    return presentHistory()?.note('exchange', next) ?? next();
  }

  /** Returns whether it is new, and was not written before an interruption. Throws RunImpossible if evidence cannot be written. */
  exchange(record: ExchangeRecord): boolean {
    this.#throwIfBroken();
    const line = JSON.stringify(record);
    const whose = presentHistory()?.name ?? '';
    const kept = this.#store?.addEvidence('exchange', record.id, { history: whose, line, lost: record.lost === true });
    if (kept === 'known') return false;
    if (this.#ended) return true;
    if (kept === 'unkept') this.#unkept.exchange.push({ id: record.id, line });
    if (kept === undefined) append(this.#exchanges, line);
    return true;
  }

  /** Returns its id, unique within the run. Throws RunImpossible if evidence cannot be written. */
  sighting(what: string, seen: unknown, mask: Mask): number {
    this.#throwIfBroken();
    const next = () => ++this.#lastSightingId;
    return this.#writeSighting(presentHistory()?.note('sighting', next) ?? next(), what, seen, mask);
  }

  /** As `sighting`, for a step that is taken once: a replay does not take it again. */
  step(what: string, seen: unknown, mask: Mask): number {
    return this.#writeSighting(++this.#lastSightingId, what, seen, mask);
  }

  #writeSighting(id: number, what: string, seen: unknown, mask: Mask): number {
    const sighting: Sighting = maskDeep({ id, at: new Date(timeOfDay()).toISOString(), what, seen }, mask);
    const diff = this.#listDiffs.diff(sighting);
    const line = JSON.stringify(diff.written);
    const kept = this.#store?.addEvidence('sighting', id, { history: '', line });
    if (kept === undefined || kept === 'kept') diff.remember();
    if (this.#ended) return id;
    // The store may have lost the earlier look that this one refers to: so the look is written as a whole.
    if (kept === 'unkept') this.#unkept.sighting.push({ id, line: JSON.stringify(sighting) });
    if (kept === undefined) append(this.#sightings, line);
    return id;
  }

  /**
   * Writes the webhooks too, and closes the files. `known`: the mask of a webhook, and the secret to verify its signatures with. Throws
   * RunImpossible if not all of it could be written.
   */
  async close(
    deliveries: readonly Delivery[],
    secretsOf: (delivery: Delivery) => { mask: Mask; secret: string | null },
  ): Promise<void> {
    if (this.#folder === null || this.#ended) return;
    this.#ended = true;
    const file = this.#openFile(this.#folder, writtenFiles.deliveries);
    const streams = [file, this.#exchanges, this.#sightings].filter((stream) => stream !== null);
    try {
      for (const delivery of deliveries) {
        const { mask, secret } = secretsOf(delivery);
        await write(file, JSON.stringify(deliveryEvidence(delivery, mask, secret)));
      }
      await this.#writeAll('exchange', this.#exchanges);
      await this.#writeAll('sighting', this.#sightings);
      for (const stream of streams) stream.end();
      await Promise.all(streams.map((stream) => finished(stream)));
    } catch (error) {
      this.#broken ??= error;
    } finally {
      for (const stream of streams) stream.destroy();
    }
    this.#throwIfBroken();
  }

  async #writeAll(kind: 'exchange' | 'sighting', file: WriteStream | null): Promise<void> {
    if (file === null || this.#store === null) return;
    // An exchange has its id from its beginning on: one that the interruption ended stands between those that ended earlier.
    const unkept = this.#unkept[kind].sort((one, other) => one.id - other.id).values();
    let next = unkept.next().value;
    for (const kept of this.#store.evidenceLines(kind)) {
      for (; next !== undefined && next.id < kept.id; next = unkept.next().value) await write(file, next.line);
      await write(file, kept.line);
    }
    for (; next !== undefined; next = unkept.next().value) await write(file, next.line);
  }

  #openFile(folder: string, name: string): WriteStream {
    return createWriteStream(join(folder, name)).on('error', (error) => {
      this.#broken ??= error;
    });
  }

  #throwIfBroken(): void {
    if (this.#broken !== null) throw new RunImpossible(notKept(this.#broken));
  }
}

/** Writes a line together with those of the next moments: calling the system for each takes longer than making it. */
function append(file: WriteStream | null, line: string): void {
  if (file === null) return;
  if (file.writableCorked === 0) {
    file.cork();
    setTimeout(() => file.uncork(), GATHERED_MS).unref();
  }
  file.write(`${line}\n`);
}

/** Writes a line and waits until there is room for the next one. A stream that has failed never has room again. */
async function write(file: WriteStream, line: string): Promise<void> {
  if (file.errored !== null) throw file.errored;
  if (!file.write(`${line}\n`)) await once(file, 'drain');
}

/** Why evidence cannot be written: "the evidence cannot be kept: no space left on device (ENOSPC)". */
export function notKept(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, code, meaning] = /^([A-Z]+): ([^,]+)/.exec(message) ?? [];
  return `the evidence cannot be kept: ${code === undefined ? message : `${meaning} (${code})`}`;
}

export function deliveryEvidence(delivery: Delivery, mask: Mask, secret: string | null): DeliveryEvidence {
  const { bodyBase64, ...record } = toRecord(delivery, secret ?? undefined);
  const shown = maskDeep(record, mask);
  // In a body that is not text, secrets are searched for byte by byte.
  const text = shown.body ?? mask.text(delivery.body.toString('latin1'));
  const bytes = shown.body === null ? Buffer.from(text, 'latin1') : Buffer.from(text);
  const masked = !bytes.equals(delivery.body) || JSON.stringify(shown.headers) !== JSON.stringify(record.headers);
  return { ...shown, bodyBase64: bytes.toString('base64'), ...(masked && { masked }) };
}
