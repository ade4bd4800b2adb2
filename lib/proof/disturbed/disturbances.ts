import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * - `nothing`: for comparison;
 * - `busy`: five endless loops a core beside it;
 * - `stopped`: the harness (command, worker and what they have started) is stopped for 5 s, every 20 s;
 * - `wall`: the wall clock of the harness jumps by an hour, in all of its processes and threads at the same moment.
 */
export const disturbances = ['nothing', 'busy', 'stopped', 'wall'] as const;
export type Disturbance = (typeof disturbances)[number];

const LOOPS_A_CORE = 5;
const EVERY_MS = 20_000;
const FOR_MS = 5_000;
const HOUR_MS = 3_600_000;

/** When the harness is disturbed. */
export interface When {
  /** So long after it has begun it is stopped, or its wall clock jumps, for the first time. */
  readonly afterMs: number;
  /** The wall clock jumps an hour back rather than ahead. */
  readonly back?: boolean;
}

/** A module that moves `Date` as a jump of the system's clock would; timers and `performance` stay as they are. */
const jumpingDate = (at: number, byMs: number) => `
const now = Date.now, Real = Date;
const ahead = () => (now() > ${at} ? ${byMs} : 0);
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length === 0 ? [now() + ahead()] : given)); }
  static now() { return now() + ahead(); }
};`;

/** For the environment of the harness. */
export function environmentFor(how: Disturbance, { afterMs, back = false }: When): NodeJS.ProcessEnv {
  if (how !== 'wall') return {};
  const module = jumpingDate(Date.now() + afterMs, back ? -HOUR_MS : HOUR_MS);
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** Disturbs the harness, the leader of a process group of its own, until the returned function is called. */
export function disturb(how: Disturbance, harness: ChildProcess, { afterMs }: When): () => void {
  if (how === 'busy') {
    const loops = Array.from({ length: LOOPS_A_CORE * availableParallelism() }, () =>
      spawn(
        process.execPath,
        [
          '-e',
          'process.on("disconnect", () => process.exit()); setImmediate(function spin() { const end = performance.now() + 50; while (performance.now() < end); setImmediate(spin); })',
        ],
        { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      ),
    );
    return () => {
      for (const loop of loops) loop.kill('SIGKILL');
    };
  }
  if (how !== 'stopped') return () => {};
  const end = new AbortController();
  const signal = (name: NodeJS.Signals) => {
    try {
      if (harness.pid !== undefined && harness.exitCode === null) process.kill(-harness.pid, name);
    } catch {
      // It has just ended.
    }
  };
  const stopAgain = async () => {
    for (let next = afterMs; ; next = EVERY_MS - FOR_MS) {
      await pause(next, undefined, { signal: end.signal });
      signal('SIGSTOP');
      await pause(FOR_MS, undefined, { signal: end.signal }).finally(() => signal('SIGCONT'));
    }
  };
  stopAgain().catch(() => {});
  return () => end.abort();
}
