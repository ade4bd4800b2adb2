import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { buildWithGo } from './build.ts';
import { type Digests, downloadRelease, releasesUrl } from './release.ts';

/** The version that the scripts are tested with. */
export const k6Version = '2.2.0';

/** k6 runs TypeScript without a build step from 1.0. */
const OLDEST_MAJOR = 1;

/** k6 was not found and could not be installed, or cannot be used. The message is one line for the user; exit status 2. */
export class NoK6 extends Error {
  override readonly name = 'NoK6';
}

export interface K6 {
  readonly path: string;
  readonly version: string;
}

export interface FindOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with one line for each slow step. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Replaces the pinned digests of the release, in tests. */
  readonly digests?: Digests;
}

/** Finds k6 at K6_PATH, on the PATH or in the user's cache, in this order; else installs the pinned version into the cache. Throws NoK6. */
export async function findK6({ env, say, signal, digests }: FindOptions): Promise<K6> {
  const told = env.K6_PATH?.trim();
  if (told !== undefined && told !== '') {
    const version = await versionOf(told);
    if (version === null) throw new NoK6(`K6_PATH: ${told} is no k6 that runs here`);
    if (!recent(version))
      throw new NoK6(`K6_PATH: ${told} is k6 ${version}; the scripts need ${OLDEST_MAJOR}.0 or newer`);
    return { path: told, version };
  }
  const onPath = await firstOnPath(env.PATH ?? '');
  if (onPath !== null) {
    const version = await versionOf(onPath);
    if (version !== null && recent(version)) return { path: onPath, version };
    say(`${onPath} is ${version === null ? 'no k6 that runs' : `k6 ${version}, which is too old`}: looking further`);
  }
  const cached = join(cacheFolder(env), `k6-${k6Version}`, executable);
  if (existsSync(cached) && (await versionOf(cached)) === k6Version) return { path: cached, version: k6Version };
  return await getK6(cached, { env, say, signal, ...(digests && { digests }) });
}

/** Downloads the published release; if that fails, builds k6 from source through Go's module proxy. */
async function getK6(path: string, { env, say, signal, digests }: FindOptions): Promise<K6> {
  const tried: string[] = [];
  for (const way of [
    () => downloadRelease(k6Version, path, { releases: releasesUrl(env), say, signal, ...(digests && { digests }) }),
    () => buildWithGo(k6Version, path, { env, say, signal }),
  ]) {
    try {
      await way();
      if ((await versionOf(path)) !== k6Version) throw new Error(`what was got is not k6 ${k6Version}`);
      say(`k6 ${k6Version} is now in ${path}`);
      return { path, version: k6Version };
    } catch (error) {
      signal.throwIfAborted();
      tried.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
    }
  }
  throw new NoK6(
    `k6 is not here and could not be got (${tried.join('; ')}): install it (https://grafana.com/docs/k6/latest/set-up/install-k6/) or set K6_PATH`,
  );
}

const executable = process.platform === 'win32' ? 'k6.exe' : 'k6';

/** The user's cache folder, shared by all checkouts of this project. */
export function cacheFolder(env: FindOptions['env'], platform: string = process.platform): string {
  const name = 'merchant-payments-conformance';
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, name);
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, name);
  const home = env.HOME || homedir();
  return platform === 'darwin' ? join(home, 'Library', 'Caches', name) : join(home, '.cache', name);
}

async function firstOnPath(path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, executable);
    const there = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return candidate;
  }
  return null;
}

/** Version such as `2.2.0`; null if the program is not k6 or does not run. */
async function versionOf(path: string): Promise<string | null> {
  const said = await promisify(execFile)(path, ['version'], {
    timeout: 20_000,
    env: { ...process.env, K6_AUTO_EXTENSION_RESOLUTION: 'false' },
  }).catch(() => null);
  return /^k6(?:\.exe)? v(\d+\.\d+\.\d+)/m.exec(said?.stdout ?? '')?.[1] ?? null;
}

function recent(version: string): boolean {
  return Number(version.split('.')[0]) >= OLDEST_MAJOR;
}
