import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Times in seconds. */
export interface Timed {
  readonly wall: number;
  /** CPU seconds of all child processes that the program started and waited for. */
  readonly cpu: number;
  /** Megabytes that the largest of its Node processes had in memory at once. */
  readonly peak: number;
}

/** Each Node process says on standard error, as it ends, how much memory it had at most, in KB. */
const SAYS_PEAK = "process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))";
const PRELOAD = `--import=data:text/javascript,${encodeURIComponent(SAYS_PEAK)}`;

/** Runs a program to its end. Throws with the program's output if its exit status is not 0. */
export async function timed(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Timed> {
  const began = performance.now();
  // The shell's `times` reports the CPU time of its children; Node cannot.
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-c', '"$@" >&2 || exit; times', 'sh', program, ...args],
    {
      cwd,
      env: { ...env, NODE_OPTIONS: PRELOAD },
      maxBuffer: 1 << 26,
    },
  );
  const wall = (performance.now() - began) / 1_000;
  const [children = ''] = stdout.trim().split('\n').slice(-1);
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)].map(([, kilobytes]) => Number(kilobytes) / 1_024);
  return { wall, cpu, peak: Math.max(0, ...peaks) };
}
