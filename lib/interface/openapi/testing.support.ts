import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js');

/** Runs Redocly's command in the project's folder, without network access. Returns its output and exit status. */
export function redocly(...args: readonly string[]): Promise<{ said: string; status: number }> {
  const env = { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: root, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ said: stdout + stderr, status: error === null ? 0 : Number(error.code ?? 1) }),
    );
  });
}
