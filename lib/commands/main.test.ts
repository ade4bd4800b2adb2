import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs the package's command with `--help`, on a Node that says that it is this version. */
function startedOn(version: string) {
  const module = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(module)}`;
  return spawnSync(process.execPath, [preload, join(import.meta.dirname, 'main.ts'), '--help'], { encoding: 'utf8' });
}

test.each(['20.20.2', '22.18.0'])('on Node %s the command says which it needs: 2', (version) => {
  const { status, stdout, stderr } = startedOn(version);
  expect(stderr).toBe(`merchant-payments-conformance needs Node 22.19 or newer; this is ${version}\n`);
  expect([status, stdout]).toEqual([2, '']);
});

test.each(['22.19.0', '24.0.0'])('on Node %s it runs', (version) => {
  expect(startedOn(version)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('certify') });
});
