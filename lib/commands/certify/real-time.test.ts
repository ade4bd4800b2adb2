import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { launch } from '../../interface/target/launch.ts';

/** Of those whose checks watch for a shorter time, or read less, where no clock can be advanced. */
const requirements = [
  'delivery.3xx-retried',
  'delivery.4xx-retried',
  'delivery.connection-failure-retried',
  'delivery.every-2xx-acknowledges',
  'delivery.mixed-failures',
  'escrow.refused-deeds-have-no-effect',
  'webhook.no-false-event',
];

test('a run in real time leaves evidence that verifies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'real-time-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Ten times as fast, so that the test is short.
  const course = JSON.stringify({ since: Date.now(), legs: [{ real: 1, pace: 10 }] });
  const hastened = join(import.meta.dirname, '../../proof/mutants/hastened.ts');
  const { settings, stop } = await launch('the hastened reference', process.execPath, [hastened, course]);
  onTestFinished(stop);
  const env = { PATH: process.env.PATH, ...settings, TARGET_MAX_WAIT: '120s' };
  const run = (program: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, program), ...args], { env, encoding: 'utf8' });

  run('hastened.support.ts', course, folder, requirements.join(','));
  const { totals } = JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')) as Certificate;
  expect(totals).toMatchObject({ passed: requirements.length, failed: 0, blocked: 0 });

  const verified = run('../verify/main.ts', folder);
  expect(verified.stdout).toContain('CONSISTENT, UNSIGNED');
  expect(verified.status).toBe(0);
});
