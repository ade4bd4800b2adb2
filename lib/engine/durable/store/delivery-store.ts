import { Ledger, type LedgerOptions } from './ledger.ts';
import { WEBHOOK_TABLES } from './tables.ts';

/** Maximum number and bytes of deliveries kept, the same as the capture server's. */
const MAX_DELIVERIES = 100_000;
const MAX_DELIVERY_BYTES = 268_435_456;

/**
 * The deliveries, and the scripts that answer them: a database beside the run store's, so that the capture server's thread can write it
 * independently of the rest of the run, and no webhook is answered before it is safe.
 */
export class DeliveryStore extends Ledger {
  readonly #maxBytes: number;
  #deliveryBytes = 0;

  /** `maxBytes`: limit of all deliveries together. Throws RunStoreError if the file is in use or cannot be used. */
  constructor(options: LedgerOptions, maxBytes = MAX_DELIVERY_BYTES) {
    super(options);
    this.#maxBytes = maxBytes;
    this.database.exec(WEBHOOK_TABLES);
    // An earlier process of the run may have stored some.
    this.#deliveryBytes = this.#storedBytes();
  }

  /** Keeps the newest deliveries only, as the capture server does. */
  add(seq: number, script: string | null, delivery: unknown): void {
    const sealed = this.seal.close(delivery);
    this.run('INSERT OR REPLACE INTO deliveries VALUES (?, ?, ?)', seq, script, sealed);
    this.#deliveryBytes += sealed.length;
    if (seq % 1_000 === 0) this.run('DELETE FROM deliveries WHERE seq <= ?', seq - MAX_DELIVERIES);
    if (this.#deliveryBytes < this.#maxBytes) return;
    this.run(
      'DELETE FROM deliveries WHERE seq IN (SELECT seq FROM deliveries ORDER BY seq LIMIT (SELECT count(*) / 2 FROM deliveries))',
    );
    this.#deliveryBytes = this.#storedBytes();
  }

  #storedBytes(): number {
    return this.all<{ bytes: number }>('SELECT total(length(delivery)) AS bytes FROM deliveries')[0]?.bytes ?? 0;
  }

  deliveries(): { script: string | null; delivery: unknown }[] {
    return this.all<{ script: string | null; delivery: Uint8Array }>(
      'SELECT script, delivery FROM deliveries ORDER BY seq',
    ).map(({ script, delivery }) => ({ script, delivery: this.seal.open(delivery) }));
  }

  addScript(name: string, script: unknown): void {
    this.run('INSERT OR IGNORE INTO scripts (name, script) VALUES (?, ?)', name, this.sealed(script));
  }

  scripts(): { name: string; script: unknown }[] {
    return this.all<{ name: string; script: Uint8Array }>('SELECT name, script FROM scripts ORDER BY place').map(
      ({ name, script }) => ({ name, script: this.seal.open(script) }),
    );
  }
}
