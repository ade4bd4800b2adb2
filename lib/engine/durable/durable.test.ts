import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { answering } from '../../interface/control/answering.support.ts';
import { openRun } from '../../interface/profile.ts';
import { target } from '../../interface/testing.support.ts';
import { newAppearance } from '../run/disguise/appearance.ts';
import { acceleratedClock } from '../time/clock.ts';
import type { DeliveryData } from '../webhooks/server.ts';
import { Durable } from './durable.ts';
import { begin, DeliveryStore } from './store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'durable-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function newStore(): string {
  const file = join(folder, `${++files}.sqlite`);
  const settings = {
    version: '1',
    registerDigest: '',
    selection: {},
    settings: {},
    appearance: newAppearance(),
    salt: 'c2FsdA==',
  };
  begin(file, { ...settings, seed: 1, startedAt: 0 });
  return file;
}

async function listening(file: string, port = 0) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'listening.support.ts'), file, String(port)]);
  children.push(child);
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error(`it ended: ${said}`);
    }),
  ]);
  const gone = once(child, 'exit');
  return {
    url: String(line).trim(),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(10_000) }).then(({ status }) => status);

function deliveriesIn(file: string) {
  const durable = new Durable({ file, secret: 'a secret', full: false, heartbeatMs: 1_000 }, () => Date.now());
  const store = new DeliveryStore(durable.webhooks);
  const deliveries = store.deliveries() as { delivery: DeliveryData }[];
  store.close();
  durable.close();
  return deliveries.map(({ delivery }) => delivery);
}

describe('whoever was answered is on disk', () => {
  test('when the process is killed under a stream of webhooks, five times', async () => {
    const file = newStore();
    const answered: string[] = [];
    let sent = 0;
    for (let life = 0; life < 5; life++) {
      const { url, kill } = await listening(file);
      let alive = true;
      const sender = async () => {
        while (alive) {
          const body = JSON.stringify({ id: `evt_${sent++}`, reference: 'a mark' });
          await post(`${url}/always`, body).then(
            () => answered.push(body),
            () => {},
          );
        }
      };
      const senders = Array.from({ length: 8 }, sender);
      await expect.poll(() => answered.length).toBeGreaterThan(50 * (life + 1));
      await kill();
      alive = false;
      await Promise.all(senders);
    }
    const kept = new Set(deliveriesIn(file).map(({ body }) => Buffer.from(body).toString()));
    expect(answered.filter((body) => !kept.has(body))).toEqual([]);
  });

  test('scripted answers go on where they were', async () => {
    const file = newStore();
    const statuses: number[] = [];
    for (let life = 0; life < 4; life++) {
      const { url, kill } = await listening(file);
      statuses.push(await post(`${url}/twice`, '"a mark"'));
      await kill();
    }
    expect(statuses).toEqual([500, 500, 200, 200]);
    expect(deliveriesIn(file).map(({ seq, answer }) => [seq, 'status' in answer && answer.status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 200],
      [4, 200],
    ]);
  });
});

test('no secret of the settings, nor one that control made, stands in the journal', async () => {
  const made = {
    merchantId: 'mch_test_9',
    apiKey: 'svc_test_sk_made0by0control',
    webhookSecret: 'whsec_made0by0control',
  };
  const server = await answering(({ path }) => (path === '/merchants' ? [201, made] : [200, { told: made }]));
  const file = newStore();
  const knowledge = { listed: null, answered: [], missing: [] };
  const run = await openRun({
    target: {
      ...target,
      baseUrl: server.url,
      control: { url: server.url, token: 'control-token-0f1e2d', knowledge },
      ownMerchants: { sandbox: true, live: false },
    },
    selected: [],
    depth: 'all' as const,
    seed: 7,
    startedAt: 1_767_225_600_000,
    channel: '',
    durable: { file, secret: target.merchant.apiKey, full: false, heartbeatMs: 1_000 },
  });
  const history = run.durable?.history('a check', { signal: new AbortController().signal, fromStart: false }) ?? null;
  const activity = await run.conductor.begin(0, history);
  await activity.perform(async () => {
    const access = await run.merchant('sandbox');
    run.leaves(access, { what: 'escrow a', undo: { method: 'POST', path: '/v1/escrows/a/cancel' } });
    const api = run.client(access, activity);
    await api.request({ method: 'POST', path: '/v1/checkouts', body: { reference: 'a' } });
    await fetch(`${run.capture.url}${access.hookPath}`, { method: 'POST', body: JSON.stringify(made) });
  });
  await run.close();
  const written = readFileSync(file).toString('latin1');
  expect(written).toContain('a check');
  const secrets = [made.apiKey, made.webhookSecret, target.merchant.apiKey, 'control-token-0f1e2d', 'whsec_standing'];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

test('a missing store is reported as missing, another secret as another secret', () => {
  const assignment = { file: join(folder, 'none.sqlite'), secret: 'a secret', full: true, heartbeatMs: 1_000 };
  expect(() => new Durable(assignment, () => 0)).toThrow(/^there is no journal .*none\.sqlite$/);
  const file = newStore();
  new Durable({ ...assignment, file }, () => 0).close();
  expect(() => new Durable({ ...assignment, file, secret: 'another' }, () => 0)).toThrow(/TARGET_API_KEY/);
});

test('a hastened clock passes its legs one after another, and says how long a wait takes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const since = performance.timeOrigin + performance.now();
    const clock = acceleratedClock({
      since,
      legs: [
        { real: 50, pace: 100 },
        { real: 1_000_000, pace: 2 },
      ],
    });
    vi.advanceTimersByTime(70);
    expect(clock.now() - since).toBeCloseTo(50 * 100 + 20 * 2);
    expect(clock.realUntil(10_000)).toBeCloseTo(5_000);
  } finally {
    vi.useRealTimers();
  }
});
