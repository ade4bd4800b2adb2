import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { RunImpossible } from '../../checks/outcome.ts';
import type { RunStore } from '../../durable/store/index.ts';
import { createMask, type ExchangeRecord, noMask } from '../../http/index.ts';
import { accepted } from '../../reports/testing.support.ts';
import { timeOfDay } from '../../time/clock.ts';
import { type Delivery, startCapture } from '../../webhooks/server.ts';
import { EvidenceWriter, writtenFiles } from './evidence-writer.ts';
import { unfolded, type Written } from './sightings.ts';

const scratch = mkdtempSync(join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

afterEach(() => {
  vi.useRealTimers();
});

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
    // A check that the interruption has not reached yet still writes.
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

  test('has sightings at times that go on as those of all else do, also where the wall clock is set', async () => {
    const folder = join(scratch, 'clock');
    const writer = await EvidenceWriter.open(folder);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(timeOfDay() + 3_600_000);
    writer.sighting('a page', {}, mask);
    await writer.close([], () => ({ mask, secret: null }));
    const [seen] = lines(folder, 'sightings.ndjson') as { at: string }[];
    expect(Math.abs(Date.parse(seen?.at ?? '') - timeOfDay())).toBeLessThan(60_000);
  });

  test('has of a list that is looked at again what has changed, and all of each look can be read', async () => {
    const folder = join(scratch, 'lists');
    const writer = await EvidenceWriter.open(folder);
    const entry = (id: number, state = 'delivered') => ({ id, state, payload: 'a long text'.repeat(100) });
    const list = Array.from({ length: 50 }, (_, id) => entry(id));
    const looks = [
      list,
      [...list, entry(50, 'pending')],
      list,
      [...list, entry(50), { id: 51, payload: 'svc_test_sk_1' }],
      [],
      [entry(7)],
    ];
    for (const seen of looks) {
      writer.sighting('the list of one', seen, mask);
      writer.sighting('the list of another', [seen.length], mask);
    }
    await writer.close([], () => ({ mask, secret: null }));

    const written = lines(folder, 'sightings.ndjson') as Written[];
    const [first = 0, ...later] = written
      .filter(({ what }) => what === 'the list of one')
      .map((each) => JSON.stringify(each).length);
    expect(later.every((length) => length < first / 10)).toBe(true);
    expect(JSON.stringify(written)).not.toContain('svc_test_sk_1');
    expect(unfolded(written).map(({ id, seen }) => ({ id, seen }))).toEqual(
      looks.flatMap((seen, at) => [
        { id: 2 * at + 1, seen: JSON.parse(JSON.stringify(seen).replace('svc_test_sk_1', '$TARGET_API_KEY')) },
        { id: 2 * at + 2, seen: [seen.length] },
      ]),
    );
  });

  test.each([
    ['like nothing', { since: 3 }],
    ['like itself', { since: 2 }],
    ['like a look at another list', { what: 'another list' }],
    ['with a gap', { length: 4, changed: { 3: 'd' } }],
    ['with a member too many', { changed: { 2: 'c' } }],
    ['longer than its members', { length: 1_000_000_000 }],
    ['with a member at no place', { changed: { one: 'b' } }],
  ])('a look that is written %s cannot be read', (_, change) => {
    const at = '2026-01-31T12:00:00.000Z';
    const first = { id: 1, at, what: 'the list', seen: ['a', 'b'] };
    const later = { id: 2, at, what: 'the list', since: 1, length: 2, changed: { 1: 'c' } };
    expect(unfolded([first, later])).toMatchObject([first, { id: 2, seen: ['a', 'c'] }]);
    expect(() => unfolded([first, { ...later, ...change }])).toThrow(/^has sighting 2, /);
  });

  test('a few lines that stand for lists without end cannot be read', () => {
    const at = '2026-01-31T12:00:00.000Z';
    const first = { id: 1, at, what: 'the list', seen: Array.from({ length: 100_000 }, () => 0) };
    const later = Array.from({ length: 300 }, (_, each) => ({
      id: each + 2,
      at,
      what: 'the list',
      since: each + 1,
      length: 100_000,
      changed: {},
    }));
    expect(() => unfolded([first, ...later])).toThrow('lists more than any run has looked at');
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

  test('that cannot be written ends what is under way: no check goes on without it', async () => {
    const folder = join(scratch, 'full');
    mkdirSync(join(folder, writtenFiles.exchanges), { recursive: true });
    const writer = await EvidenceWriter.open(folder);
    await expect.poll(() => writer.broken).toContain('the evidence cannot be kept');
    expect(() => writer.exchange(accepted())).toThrow(RunImpossible);
    expect(() => writer.sighting('a page', {}, noMask)).toThrow(RunImpossible);
  });

  test('whose file has failed before ends all the same, and is not waited for', { timeout: 60_000 }, async () => {
    const folder = join(scratch, 'failed');
    mkdirSync(join(folder, writtenFiles.exchanges), { recursive: true });
    const kept = { evidence: () => ({ count: 1, lost: 0, last: 1 }), evidenceLines: () => [{ id: 1, line: '{}' }] };
    const writer = await EvidenceWriter.open(folder, kept as unknown as RunStore);
    await expect.poll(() => writer.broken).not.toBeNull();
    await expect(writer.close([], () => ({ mask, secret: null }))).rejects.toThrow('the evidence cannot be kept');
  });
});
