import { spawnSync } from 'node:child_process';

export const UNSANDBOXED = 'hosted pages open in a browser without a sandbox of its own';

/** Why Chromium's own sandbox is not available on this system; null if it appears to be. */
export function withoutSandbox(): string | null {
  if (process.platform !== 'linux') return null;
  if (process.getuid?.() === 0) return 'it is started by root; any other user gets the sandbox';
  // Containers and some distributions forbid users to create the namespaces on which the sandbox relies.
  const { error, status } = spawnSync('unshare', ['--user', '--pid', '--fork', 'true'], {
    stdio: 'ignore',
    timeout: 5_000,
  });
  if (error !== undefined || status === 0) return null;
  return 'this system lets users make no namespaces (kernel.unprivileged_userns_clone, or what the container allows)';
}
