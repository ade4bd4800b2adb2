import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type DeliveryRecord, toRecord } from '../capture/journal.ts';
import type { Delivery } from '../capture/server.ts';
import { type ExchangeRecord, type Mask, maskDeep } from '../client/index.ts';

/** Something that the harness saw by other means than an exchange or a webhook: a hosted page, the console's list, the clock. */
export interface Sighting {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly what: string;
  /** Plain JSON, secrets masked. */
  readonly seen: unknown;
}

/** A webhook as evidence keeps it: its raw bytes always, and whether they are still those that came. */
export interface DeliveryEvidence extends DeliveryRecord {
  readonly bodyBase64: string;
  /** Something in it was masked: its bytes are not those that were signed. */
  readonly masked?: true;
}

export const journalFiles = {
  exchanges: 'exchanges.ndjson',
  sightings: 'sightings.ndjson',
  deliveries: 'deliveries.ndjson',
} as const;

/**
 * All that happened in a run, written down as it happens, a line each, into a folder of its own: a long run keeps none of it in
 * memory. Without a folder nothing is kept.
 */
export class Journal {
  readonly #folder: string | null;
  readonly #exchanges: WriteStream | null;
  readonly #sightings: WriteStream | null;
  #sighted = 0;
  /** After an interruption checks may still be under way: what they do then is no longer written down. */
  #ended = false;

  private constructor(folder: string | null) {
    this.#folder = folder;
    this.#exchanges = folder === null ? null : writing(join(folder, journalFiles.exchanges));
    this.#sightings = folder === null ? null : writing(join(folder, journalFiles.sightings));
  }

  static async open(folder: string | null): Promise<Journal> {
    if (folder !== null) await mkdir(folder, { recursive: true });
    return new Journal(folder);
  }

  exchange(record: ExchangeRecord): void {
    if (!this.#ended) this.#exchanges?.write(`${JSON.stringify(record)}\n`);
  }

  /** Returns its id, which is given once in a run. */
  sighting(what: string, seen: unknown, mask: Mask): number {
    const id = ++this.#sighted;
    const sighting: Sighting = { id, at: new Date().toISOString(), what, seen };
    if (!this.#ended) this.#sightings?.write(`${JSON.stringify(maskDeep(sighting, mask))}\n`);
    return id;
  }

  /** Writes the webhooks too, and ends. `known` tells how to mask one, and what its signatures are to be checked with. */
  async close(
    deliveries: readonly Delivery[],
    known: (delivery: Delivery) => { mask: Mask; secret: string | null },
  ): Promise<void> {
    if (this.#folder === null || this.#ended) return;
    this.#ended = true;
    const file = writing(join(this.#folder, journalFiles.deliveries));
    for (const delivery of deliveries) {
      const { mask, secret } = known(delivery);
      const room = file.write(`${JSON.stringify(deliveryEvidence(delivery, mask, secret))}\n`);
      if (!room) await once(file, 'drain');
    }
    const streams = [file, this.#exchanges, this.#sightings].filter((stream) => stream !== null);
    for (const stream of streams) stream.end();
    await Promise.all(streams.map((stream) => finished(stream)));
  }
}

/** A file that cannot be written to is told when it is closed. */
function writing(path: string): WriteStream {
  return createWriteStream(path).on('error', () => {});
}

export function deliveryEvidence(delivery: Delivery, mask: Mask, secret: string | null): DeliveryEvidence {
  const { bodyBase64, ...record } = toRecord(delivery, secret ?? undefined);
  const shown = maskDeep(record, mask);
  // Where the body is no text, a secret in it is looked for byte by byte.
  const text = shown.body ?? mask.text(delivery.body.toString('latin1'));
  const bytes = shown.body === null ? Buffer.from(text, 'latin1') : Buffer.from(text);
  const masked = !bytes.equals(delivery.body) || JSON.stringify(shown.headers) !== JSON.stringify(record.headers);
  return { ...shown, bodyBase64: bytes.toString('base64'), ...(masked && { masked }) };
}
