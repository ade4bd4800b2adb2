import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { DeliveryStore } from './delivery-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A store whose file can grow no more, as on a full disk. */
class FullStore extends DeliveryStore {
  fill(): void {
    // SQLite takes the present size in place of a smaller one.
    this.database.exec('PRAGMA max_page_count = 1');
  }
}

test('on a full disk the run continues: the store keeps no further records and does not wait for the disk', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const store = new FullStore({
      file: join(folder, 'full.sqlite'),
      secret: 'a secret',
      salt: 'c2FsdA==',
      full: true,
    });
    store.add(1, null, { body: 'before' });
    await store.committed();
    store.fill();
    store.add(2, null, { body: 'x'.repeat(1_000_000) });
    await store.committed();
    store.add(3, null, { body: 'after' });
    expect(store.committed()).toBeUndefined();
    expect(store.deliveries()).toEqual([{ script: null, delivery: { body: 'before' } }]);
    store.close();
    expect(said.mock.calls.map(([words]) => words)).toEqual([expect.stringContaining('full; the run goes on')]);
  } finally {
    said.mockRestore();
  }
});
