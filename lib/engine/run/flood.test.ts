import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { Webhooks } from '../../interface/actors/webhooks.ts';
import { virtualTime } from '../../interface/testing.support.ts';
import { type Capture, startCapture } from '../webhooks/server.ts';
import { sign } from '../webhooks/signature.ts';
import { DeliveryClassifier } from './recording/delivery-classifier.ts';

const secret = 'whsec_open';
const mark = 'mw2c1a-7';
const path = '/x7Qp?k=1';
const flooder = fileURLToPath(new URL('../webhooks/flood.support.ts', import.meta.url));

const open: Capture[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()));
});

test('under a flood of forgeries and replays what is genuine arrives, verifies and is answered as scripted, quickly', async () => {
  const classifier = new DeliveryClassifier(mark);
  classifier.registerSecret(path, secret);
  const capture = await startCapture({ host: '127.0.0.1', port: 0, path, judge: classifier.classify });
  open.push(capture);
  const { time } = await virtualTime();
  const webhooks = new Webhooks({ capture, path, time, secret: () => secret, seen: () => {} });
  const before = memory();

  const flood = flooding(capture.url + path);
  await expect.poll(() => capture.stats.standings.foreign).toBeGreaterThan(1_000);
  const took: number[] = [];
  let turn = 0;
  for (; turn < 8 || capture.stats.standings.foreign < 27_000; turn++) {
    expect(flood.ended()).toBe(false);
    const reference = `pay-${mark}-${turn.toString(36)}`;
    webhooks.answer({ reference }, [500, 503, 200]);
    for (const [attempt, expected] of [500, 503, 200, 200].entries()) {
      const began = performance.now();
      const stamp = 1_795_000_000 + attempt * 60;
      expect(await deliver(capture, reference, stamp)).toBe(expected);
      took.push(performance.now() - began);
      // A replay gets the same answer as the attempt before it, and uses up none.
      expect(await deliver(capture, reference, stamp)).toBe(expected);
    }
    const all = webhooks.all('payout.succeeded', reference);
    expect(all.map(({ delivery }) => delivery.answer)).toMatchObject(
      [500, 503, 200, 200].map((status) => ({ status })),
    );
    expect(all.every(({ verification }) => verification.valid)).toBe(true);
    expect((await webhooks.arrives('payout.succeeded', reference)).delivery).toMatchObject({ standing: 'genuine' });
    expect(webhooks.copies('payout.succeeded', reference)).toHaveLength(4);
  }
  const { 401: foreign, 404: elsewhere } = await flood.stops();

  expect(elsewhere).toBeGreaterThan(1_000);
  expect(capture.stats).toMatchObject({
    kept: turn * 8,
    dropped: 0,
    standings: { genuine: turn * 4, repeated: turn * 4, claimed: 0, foreign },
    rejected: { elsewhere, tooManyConnections: 0, slow: 0 },
  });
  expect(took.sort((a, b) => a - b)[Math.floor(took.length / 2)], 'ms, the median of all').toBeLessThan(1_000);
  expect(took.at(-1), 'ms, the slowest').toBeLessThan(30_000);
  expect(memory() - before, 'MB more').toBeLessThan(40);
});

/** 4,000 a second, for as long as the test takes. */
function flooding(url: string) {
  const child = spawn(process.execPath, [flooder, url, '1000000', '4000']);
  let said = '';
  let ended = false;
  child.stdout.on('data', (text) => {
    said += text;
  });
  const statuses = new Promise<Record<string, number>>((resolve) => {
    child.once('close', () => {
      ended = true;
      resolve(JSON.parse(said || '{}'));
    });
  });
  const stops = () => {
    child.kill();
    return statuses;
  };
  return { stops, ended: () => ended };
}

async function deliver(capture: Capture, reference: string, stamp: number): Promise<number> {
  const body = JSON.stringify({ id: `evt_${reference}`, event: 'payout.succeeded', reference, amountMinor: 5_000 });
  const { v1, v2 } = sign(Buffer.from(body), secret, String(stamp));
  const headers = { 'x-service-timestamp': String(stamp), 'x-service-signature': v1, 'x-service-signature-v2': v2 };
  return (await fetch(capture.url + path, { method: 'POST', body, headers })).status;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use, in MB. */
function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}
