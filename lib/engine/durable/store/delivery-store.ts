import { Ledger, type LedgerOptions } from './ledger.ts';
import { webhookTables } from './tables.ts';

/** The most deliveries that are kept, as many as the capture server keeps. */
const MOST_DELIVERIES = 100_000;
const MOST_DELIVERY_BYTES = 268_435_456;

/**
 * What arrived, and how it is answered: a database of its own beside the run store's, so that the capture server's thread writes it
 * whatever else the run is doing, and nobody is answered before it is safe.
 */
export class DeliveryStore extends Ledger {
  #deliveryBytes = 0;

  /** Throws RunStoreError: in use, cannot be used. */
  constructor(options: LedgerOptions) {
    super(options);
    this.database.exec(webhookTables);
  }

  /** Keeps the newest, as many as the capture server keeps. */
  arrived(seq: number, script: string | null, delivery: unknown): void {
    const sealed = this.seal.close(delivery);
    this.run('INSERT OR REPLACE INTO deliveries VALUES (?, ?, ?)', seq, script, sealed);
    this.#deliveryBytes += sealed.length;
    if (seq % 1_000 === 0) this.run('DELETE FROM deliveries WHERE seq <= ?', seq - MOST_DELIVERIES);
    if (this.#deliveryBytes < MOST_DELIVERY_BYTES) return;
    this.run(
      'DELETE FROM deliveries WHERE seq IN (SELECT seq FROM deliveries ORDER BY seq LIMIT (SELECT count(*) / 2 FROM deliveries))',
    );
    this.#deliveryBytes =
      this.all<{ bytes: number }>('SELECT total(length(delivery)) AS bytes FROM deliveries')[0]?.bytes ?? 0;
  }

  deliveries(): { script: string | null; delivery: unknown }[] {
    return this.all<{ script: string | null; delivery: Uint8Array }>(
      'SELECT script, delivery FROM deliveries ORDER BY seq',
    ).map(({ script, delivery }) => ({ script, delivery: this.seal.open(delivery) }));
  }

  scripted(name: string, script: unknown): void {
    this.run('INSERT OR IGNORE INTO scripts (name, script) VALUES (?, ?)', name, this.sealed(script));
  }

  scripts(): { name: string; script: unknown }[] {
    return this.all<{ name: string; script: Uint8Array }>('SELECT name, script FROM scripts ORDER BY place').map(
      ({ name, script }) => ({ name, script: this.seal.open(script) }),
    );
  }
}
