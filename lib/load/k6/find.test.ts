import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proxiesOnly } from './build.ts';
import { cacheFolder, findK6, k6Version } from './find.ts';
import { archiveOf, type Digests, pinned } from './release.ts';

const nowhere = 'http://127.0.0.1:9';

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'k6-find-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a program that reports to be k6 of this version. */
function fakeK6(path: string, version: string = k6Version): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "k6 v${version} (go1.26.0, linux/amd64)"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Serves a release for this platform over HTTP, with its checksums file. */
async function releases(): Promise<{ url: string; digests: Digests }> {
  const folder = await scratch();
  const archive = archiveOf(k6Version, process.platform, process.arch);
  const name = archive.replace(/\.(tar\.gz|zip)$/, '');
  fakeK6(join(folder, name, 'k6'));
  execFileSync('tar', ['-czf', archive, name], { cwd: folder });
  const bytes = readFileSync(join(folder, archive));
  const sum = createHash('sha256').update(bytes).digest('hex');
  const files = new Map<string, Buffer | string>([
    [`/v${k6Version}/${archive}`, bytes],
    [`/v${k6Version}/k6-v${k6Version}-checksums.txt`, `${'0'.repeat(64)}  another.zip\n${sum}  ${archive}\n`],
  ]);
  const server = createServer(({ url = '' }, answer) => {
    const file = files.get(url);
    answer.writeHead(file === undefined ? 404 : 200).end(file);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, digests: { [archive]: sum } };
}

async function find(env: Record<string, string>, digests?: Digests) {
  const home = await scratch();
  const said: string[] = [];
  const system = '/usr/bin:/bin';
  const found = findK6({
    env: { PATH: system, XDG_CACHE_HOME: home, K6_RELEASES_URL: nowhere, ...env },
    say: (line) => said.push(line),
    signal: AbortSignal.timeout(20_000),
    ...(digests && { digests }),
  });
  return { home, said, found };
}

describe('finding k6', () => {
  test('K6_PATH comes first', async () => {
    const path = fakeK6(join(await scratch(), 'my-k6'), '1.7.0');
    const { found } = await find({ K6_PATH: path });
    await expect(found).resolves.toEqual({ path, version: '1.7.0' });
  });

  test('K6_PATH that is no k6, or an old one, is one clear line', async () => {
    const { found } = await find({ K6_PATH: '/bin/true' });
    await expect(found).rejects.toThrow('K6_PATH: /bin/true is no k6 that runs here');
    const old = fakeK6(join(await scratch(), 'k6'), '0.49.0');
    await expect((await find({ K6_PATH: old })).found).rejects.toThrow('is k6 0.49.0; the scripts need 1.0 or newer');
  });

  test('then the PATH, unless it is too old', async () => {
    const path = fakeK6(join(await scratch(), 'k6'), '2.9.1');
    await expect((await find({ PATH: dirname(path) })).found).resolves.toEqual({ path, version: '2.9.1' });
    const old = fakeK6(join(await scratch(), 'k6'), '0.57.0');
    const { found, said } = await find({ PATH: `${dirname(old)}${delimiter}/usr/bin:/bin` });
    await expect(found).rejects.toThrow('k6 is not here');
    expect(said[0]).toContain('k6 0.57.0, which is too old');
  });

  test('then the cache', async () => {
    const home = await scratch();
    const path = fakeK6(join(cacheFolder({ XDG_CACHE_HOME: home }), `k6-${k6Version}`, 'k6'));
    await expect((await find({ XDG_CACHE_HOME: home })).found).resolves.toEqual({ path, version: k6Version });
  });

  test('then the release, whose digest is known', async () => {
    const { url, digests } = await releases();
    const { found, home, said } = await find({ K6_RELEASES_URL: url }, digests);
    const path = join(cacheFolder({ XDG_CACHE_HOME: home }), `k6-${k6Version}`, 'k6');
    await expect(found).resolves.toEqual({ path, version: k6Version });
    expect(said).toEqual([`downloading k6 ${k6Version}`, `k6 ${k6Version} is now in ${path}`]);
  });

  test('a release with another digest than the pinned one is not used, whatever the mirror publishes beside it', async () => {
    const { url, digests } = await releases();
    const [archive = '', sum = ''] = Object.entries(digests)[0] ?? [];
    const { found } = await find({ K6_RELEASES_URL: url });
    await expect(found).rejects.toThrow(
      `${archive}: its SHA-256 is ${sum}, pinned is ${pinned[archive]}; Go is not here either`,
    );
  });

  test('user and password of a mirror are not told', async () => {
    const { found } = await find({ K6_RELEASES_URL: 'http://ada:s3cret@127.0.0.1:9' });
    await expect(found).rejects.toThrow(/http:\/\/\*\*\*@127\.0\.0\.1:9/);
    await expect(found).rejects.not.toThrow('s3cret');
  });

  test('then a build with Go, and where there is none one line says how to install it', async () => {
    const folder = await scratch();
    const script = `#!/bin/sh
if [ "$1" = env ]; then echo "https://proxy.example,direct"; exit; fi
[ "$GOPROXY" = https://proxy.example ] || exit 3
i=0; while [ $i -lt 25 ]; do echo "go: downloading example.com/m$i v1.0.0" >&2; i=$((i+1)); done
i=0; while [ $i -lt 230 ]; do echo "example.com/p$i" >&2; i=$((i+1)); done
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho "k6 v${k6Version} (go)"\\n' > "$2" && chmod +x "$2"
`;
    writeFileSync(join(folder, 'go'), script, { mode: 0o755 });
    const { found, said } = await find({ PATH: `${folder}:/usr/bin:/bin` });
    await expect(found).resolves.toMatchObject({ version: k6Version });
    expect(said.join('\n')).toContain('from source with Go');
    expect(said.filter((line) => line.startsWith('building k6: '))).toEqual([
      'building k6: 25 modules downloaded',
      expect.stringMatching(/^building k6: 100 of about \d+ packages compiled$/),
      expect.stringMatching(/^building k6: 200 of about \d+ packages compiled$/),
    ]);
    await expect((await find({})).found).rejects.toThrow(
      /^k6 is not here and could not be got \(.*\): install it \(https:.*\) or set K6_PATH$/,
    );
  });
});

test('archives are named as they are released', () => {
  expect(archiveOf('2.2.0', 'linux', 'x64')).toBe('k6-v2.2.0-linux-amd64.tar.gz');
  expect(archiveOf('2.2.0', 'darwin', 'arm64')).toBe('k6-v2.2.0-macos-arm64.zip');
  expect(() => archiveOf('2.2.0', 'win32', 'arm64')).toThrow('not released');
});

test('every archive of the version has its digest', () => {
  const platforms = [
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ] as const;
  const archives = platforms.map(([platform, arch]) => archiveOf(k6Version, platform, arch));
  expect(Object.keys(pinned).sort()).toEqual(archives.sort());
  for (const digest of Object.values(pinned)) expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('the proxy is asked, and never the servers of all modules', () => {
  expect(proxiesOnly('https://a,https://b|direct\n')).toBe('https://a,https://b');
  expect(proxiesOnly('off\n')).toBe('off');
});
