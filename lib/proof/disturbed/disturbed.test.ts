import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { disturb, environmentFor, jumpSoon } from './disturbances.ts';
import type { Ended } from './run.ts';
import { row, summed } from './table.ts';
import { nameOf, start } from './targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'disturbance-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'jump');

describe('a disturbance', () => {
  test.each([
    ['ahead', false, 60],
    ['back', true, -60],
  ])('of the wall clock moves Date an hour %s, in threads too, and nothing else', (_, back, minutes) => {
    const look =
      'JSON.stringify([Date.now(), new Date().getTime(), performance.timeOrigin + performance.now(), +new Date(5)])';
    const thread = `data:text/javascript,${encodeURIComponent(`setTimeout(() => console.log(${look}), 600)`)}`;
    const program = `const { Worker } = require('node:worker_threads');
      setTimeout(() => { console.log(${look}); new Worker(new URL(${JSON.stringify(thread)})); }, 600);`;
    jumpSoon(file);
    const env = { ...process.env, ...environmentFor('wall', { afterMs: 0, back }, file) };
    const lines = execFileSync(process.execPath, ['-e', program], { env }).toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [now, made, monotonic, given] = JSON.parse(line) as number[];
      expect(Math.round(((now ?? 0) - (monotonic ?? 0)) / 60_000)).toBe(minutes);
      expect(Math.round(((made ?? 0) - (monotonic ?? 0)) / 60_000)).toBe(minutes);
      expect(given).toBe(5);
    }
    expect(environmentFor('busy', { afterMs: 0 }, file)).toEqual({});
  });

  test('of a busy machine ends with the run', async () => {
    const harness = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
    const before = children();
    const end = disturb('busy', harness, { afterMs: 0 }, file);
    expect(children() - before).toBeGreaterThanOrEqual(5);
    end();
    harness.kill();
    await once(harness, 'exit');
    for (let turn = 0; turn < 100 && children() >= before; turn++) await pause(50);
    expect(children()).toBeLessThan(before);
  });
});

/** How many child processes of this process are running. */
function children(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
}

test('another implementation is a program that prints its settings', async () => {
  const program = join(folder, 'theirs');
  writeFileSync(program, `#!/bin/sh\necho '{"TARGET_BASE_URL":"http://127.0.0.1:1"}'\nexec cat\n`, { mode: 0o755 });
  const started = await start({ program });
  expect(started.settings).toEqual({ TARGET_BASE_URL: 'http://127.0.0.1:1' });
  await started.stop();
  expect([nameOf({ program }), nameOf('second')]).toEqual(['theirs', 'second']);
});

test('a series is a row: what failed, and what was blocked with and without a reason of this machine', () => {
  const ended: Ended = {
    verdict: 'conformant_in_scope',
    failed: [],
    blocked: [],
    harness: { webhookAnswerMs: 12.4 },
    seconds: 31,
  };
  const bad: Ended = {
    verdict: 'nonconformant',
    failed: ['delivery.first-retry'],
    blocked: [
      { id: 'balance.payment-adds', told: false },
      { id: 'delivery.resent', told: true },
    ],
    harness: { webhookAnswerMs: 4_210 },
    seconds: 44.4,
  };
  expect(row('stopped', 'second', 3, [ended, bad, bad])).toBe(
    '| stopped | second | 3 of 3, 2 stopped amid checks | 1 | delivery.first-retry ×2 | delivery.resent ×2 | balance.payment-adds ×2 | webhookAnswerMs 4210 | 44 s |',
  );
  expect(row('stopped', 'second', 3, [{ ...ended, verdict: null }])).toContain(
    '1 of 3, 1 without a certificate, 0 stopped amid checks | 0 |',
  );
  expect(summed(bad)).toContain('balance.payment-adds (not told why)');
});
