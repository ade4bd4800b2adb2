import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { Chromium, NoBrowser } from './chromium.ts';
import { withoutSandbox } from './sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Not a browser: a script that writes its arguments into the file `mark` when it is started, and fails. */
const fake = join(folder, 'google-chrome');
const mark = join(folder, 'started');
writeFileSync(fake, `#!/bin/sh\nprintf '%s\\n' "$@" > ${mark}\nexit 3\n`, { mode: 0o755 });

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('the bundled browser', () => {
  test('goes before an installed one', async () => {
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    const chromium = new Chromium(null);
    try {
      await chromium.running;
      expect(existsSync(mark)).toBe(false);
    } finally {
      process.env.PATH = path;
      await chromium.close();
    }
  });

  test('gives way to BROWSER_PATH', async () => {
    const chromium = new Chromium(fake);
    await expect(chromium.running).rejects.toThrow(NoBrowser);
    await chromium.close();
    expect(existsSync(mark)).toBe(true);
  });

  // The bundled one has no such services: what an installed one is told can only be seen where it is started.
  test('tells an installed one to leave the services of its maker alone', async () => {
    const chromium = new Chromium(fake);
    await expect(chromium.running).rejects.toThrow(NoBrowser);
    await chromium.close();
    expect(readFileSync(mark, 'utf8').split('\n')).toEqual(
      expect.arrayContaining([
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-domain-reliability',
        '--disable-client-side-phishing-detection',
        '--safebrowsing-disable-auto-update',
        '--no-report-upload',
      ]),
    );
  });

  test('reaches nobody by itself: a request that is of no hosted page is refused', async () => {
    let heard = 0;
    const server = createServer((socket) => {
      heard++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const chromium = new Chromium(null);
    try {
      // Without a context of its own a page goes the way of the program's own requests.
      const page = await (await chromium.running).newPage();
      await page.goto(`http://127.0.0.1:${port}/`).catch(() => {});
      expect(heard).toBe(0);
      expect(chromium.refused).toEqual([`127.0.0.1:${port}`]);
    } finally {
      await chromium.close();
      server.close();
    }
  });

  test('bounds the memory of a page: one that takes all crashes, and the next one opens', async () => {
    const chromium = new Chromium(null);
    try {
      const browser = await chromium.running;
      const greedy = await browser.newPage();
      const crashed = new Promise((resolve) => greedy.on('crash', () => resolve('crashed')));
      const all =
        'const kept = []; for (let i = 0; i < 48; i++) kept.push(new Uint8Array(2 ** 26).fill(1)); kept.length * 64';
      const took = greedy.evaluate(all).catch(() => 'refused');
      expect(await Promise.race([took, crashed])).toMatch(/refused|crashed/);
      expect(await (await browser.newPage()).evaluate('1 + 1')).toBe(2);
    } finally {
      await chromium.close();
    }
  });

  /**
   * Run as a process of another, unprivileged user, who starts the browser and inspects it. In a user namespace root maps to this user,
   * who can still read a checkout that other users may not enter.
   */
  const look = `
    const { Chromium } = await import(process.argv[1]);
    const { readdirSync, readFileSync } = await import('node:fs');
    const chromium = new Chromium(null);
    const browser = await chromium.running;
    await browser.newPage();
    const all = new Map(readdirSync('/proc').filter((id) => /^\\d+$/.test(id)).flatMap((id) => {
      try {
        const [line, status] = ['cmdline', 'status'].map((file) => readFileSync('/proc/' + id + '/' + file, 'utf8'));
        const [parent, user, seccomp] = ['PPid', 'Uid', 'Seccomp'].map((name) => new RegExp('^' + name + ':\\\\s+(\\\\d+)', 'm').exec(status)?.[1]);
        return [[id, { line, parent, user, seccomp }]];
      } catch { return []; }
    }));
    const own = (id) => id !== undefined && (id === String(process.pid) || own(all.get(id)?.parent));
    const seen = [...all].filter(([id, { line }]) => own(id) && /^[^\\0 ]*headless-shell.chromium/.test(line)).map(([, { line, user, seccomp }]) =>
      ({ type: /--type=([\\w-]+)/.exec(line)?.[1] ?? 'browser', none: line.includes('--no-sandbox'), user, seccomp }));
    console.log(JSON.stringify(seen));
    await chromium.close();`;

  test.runIf(process.getuid?.() === 0)('has its sandbox where it is not started by root', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sandboxed-'));
    const module = fileURLToPath(new URL('chromium.ts', import.meta.url));
    try {
      const another = ['--user', '--map-user=65534', '--map-group=65534', process.execPath];
      const { stdout } = await promisify(execFile)('unshare', [...another, '--input-type=module', '-e', look, module], {
        cwd: home,
        env: { PATH: process.env.PATH, TMPDIR: home, HOME: home },
        timeout: 120_000,
      });
      const seen = JSON.parse(stdout) as { type: string; none: boolean; user: string; seccomp: string }[];
      expect(seen.filter(({ none, user }) => none || user !== '65534')).toEqual([]);
      const renderers = seen.filter(({ type }) => type === 'renderer');
      expect(renderers.length).toBeGreaterThan(0);
      for (const { seccomp } of renderers) expect(seccomp).toBe('2');
      expect(withoutSandbox()).toMatch(/root/);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
