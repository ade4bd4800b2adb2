import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, readDeliveries, toRecord, writeDeliveries } from './delivery-record.ts';
import { type Capture, startCapture } from './server.ts';
import { sign } from './signature.ts';

const SECRET = 'whsec_record';
let folder: string;
let capture: Capture;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-'));
  capture = await startCapture({ host: '127.0.0.1', port: 0 });
  const body = Buffer.from('{"id":"evt_1","event":"payment.failed","reference":"o-1","x":"₦\\/"}');
  const { v1, v2 } = sign(body, SECRET, '1795168800');
  const headers = { 'x-service-signature': v1, 'x-service-timestamp': '1795168800', 'x-service-signature-v2': v2 };
  capture.script({ path: '/second' }, 503);
  await fetch(capture.url, { method: 'POST', body, headers });
  await fetch(`${capture.url}/second`, { method: 'POST', body: Buffer.from([0xff, 0x00, 0xfe]) });
  await fetch(capture.url, { method: 'POST' });
});

afterAll(async () => {
  await capture.close();
  await rm(folder, { recursive: true });
});

describe('toRecord', () => {
  it('is plain JSON with the text of the body, and the verification where a secret is given', () => {
    const [first] = capture.deliveries.map((delivery) => toRecord(delivery, SECRET));
    expect(first).toMatchObject({ seq: 1, method: 'POST', path: '/', event: 'payment.failed', eventId: 'evt_1' });
    expect(first?.body).toContain('"x":"₦\\/"');
    expect(first?.verification).toMatchObject({ valid: true, timestamp: 1_795_168_800 });
    expect(JSON.stringify(first)).not.toContain(SECRET);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    expect(capture.deliveries.map((delivery) => 'verification' in toRecord(delivery))).toEqual([false, false, false]);
  });

  it('has a body that is not UTF-8 in base64', () => {
    const [, second] = capture.deliveries.map((delivery) => toRecord(delivery));
    expect(second).toMatchObject({ body: null, bodyBase64: '/wD+', answer: { kind: 'status', status: 503 } });
  });
});

describe('the file', () => {
  it('gives back what was written, byte for byte', async () => {
    const file = join(folder, 'new', 'deliveries.ndjson');
    await writeDeliveries(file, capture.deliveries, SECRET);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4);
    const records = await readDeliveries(file);
    expect(records).toEqual(capture.deliveries.map((delivery) => toRecord(delivery, SECRET)));
    for (const [index, record] of records.entries()) {
      expect(bodyOf(record).equals(capture.deliveries[index]?.body ?? Buffer.from('?'))).toBe(true);
    }
  });

  it('says in one line what is wrong with it', async () => {
    const file = join(folder, 'broken.ndjson');
    await writeFile(file, `${JSON.stringify(toRecord(capture.deliveries[0] ?? expect.fail()))}\n\n{"seq":1}\n`);
    await expect(readDeliveries(file)).rejects.toThrow(`line 3 of ${file} is not a recorded delivery`);
    await writeFile(file, 'not json');
    await expect(readDeliveries(file)).rejects.toThrow(/^line 1 of /);
    await expect(readDeliveries(join(folder, 'missing'))).rejects.toThrow(/^cannot read [^\n]+$/);
    await expect(readDeliveries(folder)).rejects.toThrow(/^cannot read [^\n]+$/);
  });
});
