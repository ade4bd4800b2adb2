import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Download {
  /** Base address of the published releases, without a slash at its end. */
  readonly releases: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The longest that one file of a release may take, in milliseconds. */
const LONGEST_MS = 180_000;

/** K6_RELEASES_URL names a mirror of the published releases. */
export function releasesUrl(env: Readonly<Record<string, string | undefined>>): string {
  return (env.K6_RELEASES_URL?.trim() || 'https://github.com/grafana/k6/releases/download').replace(/\/+$/, '');
}

/**
 * Downloads the published release for this machine, compares it with the checksum that was published beside it, and puts the
 * program at `path`, whole or not at all. Throws an Error of one line.
 */
export async function downloadRelease(
  version: string,
  path: string,
  { releases, say, signal }: Download,
): Promise<void> {
  const name = archiveOf(version, process.platform, process.arch);
  const base = `${releases}/v${version}`;
  const checksums = (await get(`${base}/k6-v${version}-checksums.txt`, signal)).toString('utf8');
  const expected = checksumOf(checksums, name);
  if (expected === undefined) throw new Error(`the checksums of release ${version} name no ${name}`);
  say(`downloading k6 ${version}`);
  const archive = await get(`${base}/${name}`, signal);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) throw new Error(`${name}: its checksum is ${actual}, published is ${expected}`);
  await mkdir(dirname(path), { recursive: true });
  const scratch = await mkdtemp(join(dirname(path), 'unpacking-'));
  try {
    await writeFile(join(scratch, name), archive);
    // Every system that k6 is released for has a tar; those that get a zip have one that reads it.
    await promisify(execFile)('tar', ['-xf', name], { cwd: scratch, timeout: 60_000, signal });
    const unpacked = join(scratch, name.replace(/\.(tar\.gz|zip)$/, ''), basename(path));
    await chmod(unpacked, 0o755);
    await rename(unpacked, path);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What the release calls its archive for a platform and processor, in Node's words. Throws where it has none. */
export function archiveOf(version: string, platform: string, arch: string): string {
  const system = { linux: 'linux', darwin: 'macos', win32: 'windows' }[platform];
  const processor = { x64: 'amd64', arm64: 'arm64' }[arch];
  if (system === undefined || processor === undefined || (system === 'windows' && processor !== 'amd64'))
    throw new Error(`k6 is not released for ${platform} ${arch}`);
  return `k6-v${version}-${system}-${processor}.${system === 'linux' ? 'tar.gz' : 'zip'}`;
}

/** Of lines `<sha256>  <file>`, as sha256sum writes them. */
export function checksumOf(checksums: string, name: string): string | undefined {
  const line = checksums.split('\n').find((each) => each.trim().split(/\s+\*?/)[1] === name);
  return line === undefined ? undefined : /^[0-9a-f]{64}/i.exec(line.trim())?.[0]?.toLowerCase();
}

async function get(url: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
