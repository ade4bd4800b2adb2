import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DeliveryStore } from './delivery-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'delivery-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what an earlier process stored counts towards the limit in bytes', () => {
  const options = { file: join(folder, 'deliveries.sqlite'), secret: 'a secret', salt: 'c2FsdA==', full: false };
  let seq = 0;
  const bytesAfter = (deliveries: number): number => {
    const store = new DeliveryStore(options, 20_000);
    for (let count = 0; count < deliveries; count++) store.add(++seq, null, { body: Buffer.alloc(1_000) });
    const kept = store.deliveries() as { delivery: { body: Uint8Array } }[];
    store.close();
    return kept.reduce((sum, { delivery }) => sum + delivery.body.length, 0);
  };
  expect(bytesAfter(15)).toBe(15_000);
  expect(bytesAfter(10)).toBeLessThan(20_000);
  expect(seq).toBe(25);
});
