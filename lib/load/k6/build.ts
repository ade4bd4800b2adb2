import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Build {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Time limit for a Go command, in milliseconds (20 min); compiling takes two minutes on two free cores. */
const MAX_BUILD_MS = 1_200_000;

/** Approximate number of packages compiled with an empty Go build cache. */
const PACKAGES = 780;
/** Progress is reported after this many packages, and after this many modules. */
const EVERY_PACKAGES = 100;
const EVERY_MODULES = 25;

/**
 * Builds k6 from source, downloaded and verified by Go through its module proxy, and puts it at `path`. Builds it as a dependency of an
 * empty module, because `go install` also requests the list of all versions, which not every proxy has. Throws an Error of one line.
 */
export async function buildWithGo(version: string, path: string, { env, say, signal }: Build): Promise<void> {
  const go = async (
    args: readonly string[],
    { cwd, more, onStderr }: { cwd?: string; more?: Record<string, string>; onStderr?: (text: string) => void } = {},
  ) => {
    const options = { timeout: MAX_BUILD_MS, signal, maxBuffer: 64 * 1024 * 1024, cwd, env: { ...env, ...more } };
    const running = promisify(execFile)('go', args, options);
    if (onStderr !== undefined) running.child.stderr?.on('data', (part) => onStderr(String(part)));
    return await running;
  };
  const proxies = await go(['env', 'GOPROXY']).catch(() => {
    throw new Error('Go is not here either');
  });
  say(`building k6 ${version} from source with Go: about two minutes, once`);
  await mkdir(dirname(path), { recursive: true });
  const scratch = await mkdtemp(join(dirname(path), 'building-'));
  try {
    const module = `go.k6.io/k6/v${version.split('.')[0]}`;
    await writeFile(join(scratch, 'go.mod'), `module build\n\ngo 1.25.0\n\nrequire ${module} v${version}\n`);
    const built = join(scratch, basename(path));
    const settings = { CGO_ENABLED: '0', GOFLAGS: '', GOPROXY: proxiesOnly(proxies.stdout) };
    const args = ['build', '-v', '-mod=mod', '-trimpath', '-ldflags', '-s -w', '-o', built, module];
    const onStderr = tellPackages(say);
    await go(args, { cwd: scratch, more: settings, onStderr }).catch((error: unknown) => {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
      const words = said || (error instanceof Error ? error.message.split('\n')[0] : String(error));
      throw new Error(`go build failed: ${words}`);
    });
    await rename(built, path);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Reports progress from the output of `go build -v`, which has one line for each module downloaded and each package compiled. */
function tellPackages(say: Build['say']): (text: string) => void {
  let compiled = 0;
  let downloaded = 0;
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('go: downloading ')) {
        if (++downloaded % EVERY_MODULES === 0) say(`building k6: ${downloaded} modules downloaded`);
      } else if (!line.startsWith('go: ') && ++compiled % EVERY_PACKAGES === 0)
        say(`building k6: ${compiled} of about ${PACKAGES} packages compiled`);
    }
  };
}

/** GOPROXY without `direct` and `off`: if the proxy lacks a module, Go must not contact the module's own server. */
export function proxiesOnly(goproxy: string): string {
  const proxies = goproxy
    .trim()
    .split(/[,|]/)
    .filter((proxy) => proxy !== '' && proxy !== 'direct' && proxy !== 'off');
  return proxies.length > 0 ? proxies.join(',') : goproxy.trim();
}
