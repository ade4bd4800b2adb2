import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { Chromium } from './chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-failed-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** Two installed browsers, in the order in which they are tried. */
const [first, second] = ['google-chrome', 'chromium'].map((name) => {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}) as [string, string];

/** Launches that succeed: by program, with the sandbox or without. */
let works: (program: string, chromiumSandbox: boolean) => boolean = () => true;

vi.mock('playwright-core', () => ({
  chromium: {
    launch: async ({ executablePath, chromiumSandbox }: { executablePath: string; chromiumSandbox: boolean }) => {
      const program = /exec '(.*)' "/.exec(readFileSync(executablePath, 'utf8'))?.[1] ?? '';
      if (!works(program, chromiumSandbox)) throw new Error(chromiumSandbox ? 'No usable sandbox!' : 'exitCode=1');
      return { newBrowserCDPSession: async () => ({ send: async () => {} }), close: async () => {} };
    },
  },
}));

test.runIf(process.platform === 'linux').each<[string, typeof works, boolean]>([
  [
    'true where the browser started only without its sandbox',
    (program, sandbox) => program === first && !sandbox,
    true,
  ],
  [
    'false where it started in neither way and the next one started with its sandbox',
    (program) => program === second,
    false,
  ],
])('sandboxFailed is %s', async (_, succeeds, failed) => {
  works = succeeds;
  vi.stubEnv('PATH', folder);
  vi.spyOn(process, 'getuid').mockReturnValue(1_000);
  const chromium = new Chromium(null);
  try {
    await chromium.running;
    expect(chromium.sandboxFailed).toBe(failed);
  } finally {
    await chromium.close();
    vi.unstubAllEnvs();
  }
});
