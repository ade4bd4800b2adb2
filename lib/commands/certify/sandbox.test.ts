import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Chromium } from '../../engine/browser/chromium.ts';
import { type Launched, launchReference } from '../../interface/target/launch.ts';
import { certify } from './command.support.ts';

// Hosted pages of a target may be hostile: if Chromium runs without its sandbox, a line says so.

const LINE = 'hosted pages open in a browser without a sandbox of its own';
const BUNDLED = join(import.meta.dirname, '../../../node_modules/.cache/headless-shell/chromium');

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
let reference: Launched;
beforeAll(async () => {
  reference = await launchReference();
});
afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** Puts the programs in `folder` before those of the same name. */
const PATH = [folder, process.env.PATH].join(delimiter);

/**
 * Runs a check that opens one hosted page, and returns the output. Only `process.getuid` returns this id; the real user stays the same,
 * because another may not be able to read this checkout.
 */
async function saidOf(user: number, settings: Record<string, string> = {}): Promise<string> {
  const module = `process.getuid = () => ${user};`;
  const { stdout, stderr } = await certify(['--profile', 'standard', '--requirement', 'page.any-expiry-and-cvv'], {
    ...reference.settings,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
    PATH,
    ...settings,
  });
  expect(`${stdout}\n${stderr}`).toContain('1 passed, 0 failed, 0 blocked');
  return `${stderr}\n${stdout}`;
}

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('a browser without its own sandbox', () => {
  beforeAll(async () => {
    // Starting Chromium unpacks it.
    const chromium = new Chromium(null);
    await chromium.running.finally(() => chromium.close());
  });

  test('where root starts it is told before the run', async () => {
    expect(await saidOf(0)).toContain(`${LINE}: it is started by root; any other user gets the sandbox\n`);
  });

  test('where users may make no namespaces is told before the run', async () => {
    program('unshare', 'exit 1');
    const BROWSER_PATH = program('chrome', `exec ${BUNDLED} --no-sandbox "$@"`);
    expect(await saidOf(1_000, { BROWSER_PATH })).toContain(`${LINE}: this system lets users make no namespaces (`);
  });

  test('where the browser starts in no other way is told after the run', async () => {
    program('unshare', 'exit 0');
    const script = `case " $* " in *" --no-sandbox "*) exec ${BUNDLED} "$@" ;; esac\necho 'No usable sandbox!' >&2\nexit 1`;
    const said = await saidOf(1_000, { BROWSER_PATH: program('chrome', script) });
    expect(said).toContain(`${LINE}: with one it could not be started\n`);
    expect(said.split(LINE)).toHaveLength(2);
  });

  test('is not told where no page is opened', async () => {
    const { stdout, stderr } = await certify(['--requirement', 'bank.has-code'], reference.settings);
    expect(stdout).toContain('1 passed, 0 failed, 0 blocked');
    expect(stderr).not.toContain(LINE);
  });

  test('is no other: nothing is told', async () => {
    program('unshare', 'exit 0');
    // Replaces a browser that starts with its sandbox, which root cannot do.
    const BROWSER_PATH = program('chrome', `exec ${BUNDLED} --no-sandbox "$@"`);
    expect(await saidOf(1_000, { BROWSER_PATH })).not.toContain(LINE);
  });
});
