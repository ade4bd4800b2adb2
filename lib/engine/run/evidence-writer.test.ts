import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createMask, type ExchangeRecord, noMask } from '../http/index.ts';
import { accepted } from '../reports/testing.support.ts';
import { type Delivery, startCapture } from '../webhooks/server.ts';
import { EvidenceWriter } from './evidence-writer.ts';

const scratch = mkdtempSync(join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const mask = createMask([{ label: 'TARGET_API_KEY', value: 'svc_test_sk_1' }]);

function lines(folder: string, file: string): unknown[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

async function received(bodies: readonly (string | Uint8Array)[]): Promise<readonly Delivery[]> {
  const capture = await startCapture({ host: '127.0.0.1', port: 0 });
  for (const body of bodies) await fetch(`${capture.url}/hook`, { method: 'POST', body: body as string });
  await capture.close();
  return capture.deliveries;
}

describe('the evidence of a run', () => {
  test('has all that happened, a line each, and ends once', async () => {
    const folder = join(scratch, 'whole');
    const writer = await EvidenceWriter.open(folder);
    writer.exchange(accepted());
    writer.exchange(accepted({ id: 2 }));
    expect(writer.sighting('a page', { texts: ['Pay', 'svc_test_sk_1'] }, mask)).toBe(1);
    expect(writer.sighting('another', { texts: [] }, mask)).toBe(2);
    const deliveries = await received(['{"id":"evt_1"}', Buffer.from([0xff, 0]), '{"id":"svc_test_sk_1"}']);
    await writer.close(deliveries, () => ({ mask, secret: null }));
    await writer.close(deliveries, () => ({ mask, secret: null }));
    // A check that an interruption has not reached yet.
    writer.exchange(accepted({ id: 3 }));

    expect(lines(folder, 'exchanges.ndjson').map((each) => (each as ExchangeRecord).id)).toEqual([1, 2]);
    expect(lines(folder, 'sightings.ndjson')).toMatchObject([
      { id: 1, what: 'a page', seen: { texts: ['Pay', '$TARGET_API_KEY'] } },
      { id: 2 },
    ]);
    const [text, bytes, masked] = lines(folder, 'deliveries.ndjson') as Record<string, unknown>[];
    expect(text).toMatchObject({ seq: 1, body: '{"id":"evt_1"}', bodyBase64: 'eyJpZCI6ImV2dF8xIn0=' });
    expect(text).not.toHaveProperty('masked');
    expect(bytes).toMatchObject({ seq: 2, body: null, bodyBase64: '/wA=' });
    expect(bytes).not.toHaveProperty('masked');
    expect(masked).toMatchObject({ body: '{"id":"$TARGET_API_KEY"}', masked: true });
  });

  test('without a folder keeps nothing, and counts all the same', async () => {
    const writer = await EvidenceWriter.open(null);
    writer.exchange(accepted());
    expect(writer.sighting('a page', {}, noMask)).toBe(1);
    await writer.close([], () => ({ mask, secret: null }));
  });

  test('that cannot be written is told when it ends', async () => {
    const folder = join(scratch, 'gone');
    const writer = await EvidenceWriter.open(folder);
    rmSync(folder, { recursive: true, force: true });
    await expect(writer.close([], () => ({ mask, secret: null }))).rejects.toThrow(/ENOENT/);
  });
});
