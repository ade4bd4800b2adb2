import { Ledger, type LedgerOptions } from './ledger.ts';
import { webhookTables } from './tables.ts';

/** Maximum number and bytes of deliveries kept, the same as the capture server's. */
const MOST_DELIVERIES = 100_000;
const MOST_DELIVERY_BYTES = 268_435_456;

/**
 * The deliveries, and the scripts that answer them: a database beside the run store's, so that the capture server's thread can write it
 * independently of the rest of the run, and no webhook is answered before it is safe.
 */
export class DeliveryStore extends Ledger {
  #deliveryBytes = 0;

  /** Throws RunStoreError if the file is in use or cannot be used. */
  constructor(options: LedgerOptions) {
    super(options);
    this.database.exec(webhookTables);
  }

  /** Keeps the newest deliveries only, as the capture server does. */
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
