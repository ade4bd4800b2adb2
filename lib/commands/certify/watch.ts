import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { SettingsError } from '../../engine/run/target.ts';
import { isReachable } from '../../interface/target/probe-target.ts';
import type { Settings } from '../../interface/target/settings.ts';
import { failedIn } from './failed.ts';
import { KeyPresses, type Terminal } from './terminal/key-presses.ts';

export interface Running {
  /** Its exit status. */
  readonly ended: Promise<number>;
  /** Like Ctrl-C: the run ends and writes its certificate. */
  interrupt(): void;
}

type Wish = 'all' | 'failed' | 'quit';

export interface Watching {
  readonly terminal: Terminal;
  run(wish: 'all' | 'failed', because: 'asked' | 'back'): Running;
  /** Why `f` (run the failed again) has nothing to run; null: it has. */
  readonly nothingFailed: () => string | null;
  /** Whether the target answers; null if that is not watched. */
  readonly isUp: (() => Promise<boolean>) | null;
  readonly say: (line: string) => void;
  /** Milliseconds between two probes of the target. */
  readonly everyMs?: number;
}

const CTRL_C = '\u0003';
const wishes: Readonly<Record<string, Wish>> = { '\r': 'all', '\n': 'all', f: 'failed', q: 'quit', [CTRL_C]: 'quit' };

/** Runs certifications of a target again and again, each in its own process, so that no state is carried over. */
export async function watchTarget(program: Command, settings: Settings, out: string): Promise<number> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new SettingsError('--watch needs a terminal, with keys to press; without one, run certify each time');
  }
  const { baseUrl, network } = settings;
  return await watch({
    terminal: process.stdin,
    run: (wish, because) => startRun(argsFor(program, wish, because)),
    nothingFailed: () => {
      try {
        failedIn(out);
        return null;
      } catch (error) {
        if (error instanceof SettingsError) return error.message.replace('--failed: ', '');
        throw error;
      }
    },
    isUp: baseUrl === null ? null : () => isReachable(baseUrl, network),
    say: (line) => console.error(line),
  });
}

/** Runs once, and again at each key or when the target is back. Resolves to the exit status of the last run when the user quits. */
export async function watch(watching: Watching): Promise<number> {
  const { terminal, run, isUp, say } = watching;
  const keys = new KeyPresses(terminal);
  const quit = () => keys.press(CTRL_C);
  process.on('SIGINT', quit).on('SIGTERM', quit);
  try {
    let next: { wish: Wish; because: 'asked' | 'back' } = { wish: 'all', because: 'asked' };
    let status = 0;
    while (next.wish !== 'quit') {
      const running = run(next.wish, next.because);
      let ending = false;
      const release = keys.listen((key) => {
        if (key !== CTRL_C) return;
        ending = true;
        running.interrupt();
      });
      status = await running.ended.finally(release);
      if (ending) break;
      const itself = isUp === null ? '' : ', or when the target has been down and answers again';
      say(`watching; Enter: all again${itself}; f: what failed; q: quit`);
      next = await nextWish(keys, watching);
    }
    return status;
  } finally {
    process.off('SIGINT', quit).off('SIGTERM', quit);
    keys.close();
  }
}

async function nextWish(
  keys: KeyPresses,
  { isUp, nothingFailed, say, everyMs = 500 }: Watching,
): Promise<{ wish: Wish; because: 'asked' | 'back' }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ wish: Wish; because: 'asked' | 'back' }>();
  const decided = new AbortController();
  const release = keys.listen((key) => {
    const wish = wishes[key];
    const problem = wish === 'failed' ? nothingFailed() : null;
    if (problem !== null) say(problem);
    else if (wish !== undefined) resolve({ wish, because: 'asked' });
  });
  if (isUp !== null) {
    untilBack(isUp, everyMs, say, decided.signal).then((back) => {
      if (back) resolve({ wish: 'all', because: 'back' });
    }, reject);
  }
  try {
    return await promise;
  } finally {
    release();
    decided.abort();
  }
}

/** Resolves to true once the target has stopped answering and answers again; to false once `signal` aborts. */
async function untilBack(
  isUp: () => Promise<boolean>,
  everyMs: number,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let down = false;
  while (!signal.aborted) {
    const up = await isUp();
    if (signal.aborted) break;
    if (up && down) {
      say('the target answers again');
      return true;
    }
    if (!up && !down) say('the target does not answer: waiting for it');
    down = !up;
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

/** How long to wait for a target that has just begun to answer: some parts of it may start later. */
const WARMING_UP = '10s';

/** The options given on the command line. To run only what failed, the options that select are left out. */
function argsFor(program: Command, wish: 'all' | 'failed', because: 'asked' | 'back'): string[] {
  const without = new Set(['watch', ...(wish === 'failed' ? ['chapter', 'requirement', 'failed', 'profile'] : [])]);
  const given = program.options.flatMap((option) => {
    const name = option.attributeName();
    if (without.has(name) || program.getOptionValueSource(name) !== 'cli') return [];
    const values: unknown[] = [program.getOptionValue(name)].flat();
    return values.map((value) => (value === true ? `${option.long}` : `${option.long}=${value}`));
  });
  const patience = because === 'back' && program.getOptionValueSource('wait') !== 'cli' ? [`--wait=${WARMING_UP}`] : [];
  return [...given, ...(wish === 'failed' ? ['--failed'] : []), ...patience];
}

function startRun(args: readonly string[]): Running {
  const [node = '', main = ''] = process.argv;
  // The watching process reads the keys, so the child gets no input.
  const child = spawn(node, [...process.execArgv, main, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return {
    ended: new Promise((resolve, reject) => {
      child.on('error', reject).on('exit', (code) => resolve(code ?? 1));
    }),
    interrupt: () => void child.kill('SIGINT'),
  };
}
