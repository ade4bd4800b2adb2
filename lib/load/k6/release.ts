import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withoutUserInfo } from '../../engine/http/network/address.ts';

export interface Download {
  /** Base URL of the published releases, without a trailing slash. */
  readonly releases: string;
  /** Replaces the pinned digests, in tests. */
  readonly digests?: Digests;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Time limit for downloading one file, in milliseconds. */
const MAX_DOWNLOAD_MS = 180_000;

/** Base URL of the published releases: K6_RELEASES_URL if set, else GitHub. */
export function releasesUrl(env: Readonly<Record<string, string | undefined>>): string {
  return (env.K6_RELEASES_URL?.trim() || 'https://github.com/grafana/k6/releases/download').replace(/\/+$/, '');
}

/** SHA-256 of the archives of one release, by file name. Protects against an altered mirror and a replaced release. */
export type Digests = Readonly<Record<string, string>>;

/** Digests of k6 2.2.0. For a new version take them from its checksums file and compare them with a second source. */
export const pinned: Digests = {
  'k6-v2.2.0-linux-amd64.tar.gz': 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
  'k6-v2.2.0-linux-arm64.tar.gz': '4ecd64cadcc792402d16293836115480419c4447c032858f564852d98f1bf54c',
  'k6-v2.2.0-macos-amd64.zip': '45a08590511c8a6a9c6331645e60c41624924e848e29472e87c60ac956d50372',
  'k6-v2.2.0-macos-arm64.zip': '37a028506bf13578de66c906296803775df28cc2504b1a8c5d786b2803e757c7',
  'k6-v2.2.0-windows-amd64.zip': 'ceb2b1e1cf9dbe1303c6c33ec83ffda86dda5c610b4def92064d3c7ebae8d9f4',
};

/**
 * Downloads the published release for this machine, compares it with its pinned digest, and puts the program at `path` atomically. Throws
 * an Error of one line.
 */
export async function downloadRelease(
  version: string,
  path: string,
  { releases, digests = pinned, say, signal }: Download,
): Promise<void> {
  const name = archiveOf(version, process.platform, process.arch);
  const expected = digests[name];
  if (expected === undefined) throw new Error(`no digest is known of ${name}`);
  say(`downloading k6 ${version}`);
  const archive = await get(`${releases}/v${version}/${name}`, signal);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) throw new Error(`${name}: its SHA-256 is ${actual}, pinned is ${expected}`);
  await mkdir(dirname(path), { recursive: true });
  const scratch = await mkdtemp(join(dirname(path), 'unpacking-'));
  try {
    await writeFile(join(scratch, name), archive);
    // Every system that k6 is released for has `tar`; on macOS and Windows, which get a zip, `tar` reads zip archives.
    await promisify(execFile)('tar', ['-xf', name], { cwd: scratch, timeout: 60_000, signal });
    const unpacked = join(scratch, name.replace(/\.(tar\.gz|zip)$/, ''), basename(path));
    await chmod(unpacked, 0o755);
    await rename(unpacked, path);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** File name of the release's archive; `platform` and `arch` as in Node's `process`. Throws if the release has none for them. */
export function archiveOf(version: string, platform: string, arch: string): string {
  const system = { linux: 'linux', darwin: 'macos', win32: 'windows' }[platform];
  const processor = { x64: 'amd64', arm64: 'arm64' }[arch];
  if (system === undefined || processor === undefined || (system === 'windows' && processor !== 'amd64'))
    throw new Error(`k6 is not released for ${platform} ${arch}`);
  return `k6-v${version}-${system}-${processor}.${system === 'linux' ? 'tar.gz' : 'zip'}`;
}

async function get(url: string, signal: AbortSignal): Promise<Buffer> {
  try {
    // fetch() rejects URLs with credentials, so those of a mirror go into a header.
    const address = new URL(url);
    const user = [address.username, address.password].map(decodeURIComponent).join(':');
    address.username = '';
    address.password = '';
    const headers = user === ':' ? undefined : { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
    const answer = await fetch(address, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_DOWNLOAD_MS)]),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${withoutUserInfo(url)}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
