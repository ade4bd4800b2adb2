import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Seconds. */
export interface Timed {
  readonly wall: number;
  /** Of all processes that it began and waited for. */
  readonly cpu: number;
}

/** Runs a program to its end. Throws with what it said where it does not end with 0. */
export async function timed(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Timed> {
  const began = performance.now();
  // The shell tells what its children took: Node cannot.
  const { stdout } = await promisify(execFile)('sh', ['-c', '"$@" >&2 || exit; times', 'sh', program, ...args], {
    cwd,
    env,
    maxBuffer: 1 << 26,
  });
  const wall = (performance.now() - began) / 1_000;
  const [children = ''] = stdout.trim().split('\n').slice(-1);
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  return { wall, cpu };
}
