import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { stopFor } from './stop.ts';

/**
 * - `nothing`: no disturbance, for comparison;
 * - `busy`: five endless loops per core run beside the harness;
 * - `stopped`: the harness (command, worker and their child processes) is stopped for 5 s, every 20 s;
 * - `webhooks`: as `stopped`, when a webhook arrives: at the 1st, 2nd, 4th, 8th and so on;
 * - `wall`: the wall clock of the harness jumps by an hour, at the same moment in all of its processes and threads.
 */
export const disturbances = ['nothing', 'busy', 'stopped', 'webhooks', 'wall'] as const;
export type Disturbance = (typeof disturbances)[number];

const LOOPS_A_CORE = 5;
const EVERY_MS = 20_000;
const HOUR_MS = 3_600_000;

export interface When {
  /** Milliseconds from the start of the harness until it is first stopped, or until its wall clock jumps. */
  readonly afterMs: number;
  /** The wall clock jumps as this webhook arrives instead (counted from 1), so that checks are under way. */
  readonly atWebhook?: number;
  /** Milliseconds from the start of one stop, which lasts 5 s, to the start of the next. Default: 20 s. */
  readonly everyMs?: number;
  /** The wall clock jumps an hour back instead of ahead. */
  readonly back?: boolean;
}

/** A module that shifts `Date` as a jump of the system clock would; timers and `performance` are not affected. */
const jumpingDate = (file: string, byMs: number) => `
import { readFileSync } from 'node:fs';
const now = Date.now, Real = Date;
let at = Infinity, next = 0;
const ahead = () => {
  const real = now();
  if (at === Infinity && real >= next) {
    next = real + ${LOOK_MS};
    try { at = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) || Infinity; } catch {}
  }
  return real > at ? ${byMs} : 0;
};
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length === 0 ? [now() + ahead()] : given)); }
  static now() { return now() + ahead(); }
};`;

/** How often each thread checks whether the time of the jump is known, in milliseconds. */
const LOOK_MS = 20;

/** Writes the time of the jump to the file, 100 ms ahead: by then every thread has read it, so that all jump together. */
export function jumpSoon(file: string): void {
  writeFileSync(`${file}.part`, String(Date.now() + 5 * LOOK_MS));
  renameSync(`${file}.part`, file);
}

/** Environment variables for the harness. `jumpFile`: see `jumpSoon`. */
export function environmentFor(how: Disturbance, { back = false }: When, jumpFile: string): NodeJS.ProcessEnv {
  if (how !== 'wall') return {};
  const module = jumpingDate(jumpFile, back ? -HOUR_MS : HOUR_MS);
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** Disturbs the harness at the arrival of the `nth` webhook, if that is due. The returned function ends a stop early. */
export function disturbAt(
  how: Disturbance,
  harness: ChildProcess,
  nth: number,
  { atWebhook }: When,
  jumpFile: string,
): () => void {
  if (how === 'wall' && nth === atWebhook) jumpSoon(jumpFile);
  return how === 'webhooks' && Number.isInteger(Math.log2(nth)) ? stopFor(harness) : () => {};
}

/** Disturbs the running harness, which leads its own process group, until the returned function is called. */
export function disturb(
  how: Disturbance,
  harness: ChildProcess,
  { afterMs, everyMs = EVERY_MS, atWebhook }: When,
  jumpFile: string,
): () => void {
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
  if (how === 'wall' && atWebhook === undefined) {
    const timer = setTimeout(() => jumpSoon(jumpFile), afterMs);
    return () => clearTimeout(timer);
  }
  if (how !== 'stopped') return () => {};
  const end = new AbortController();
  let goOn = () => {};
  const stopAgain = async () => {
    for (let next = afterMs; ; next = everyMs) {
      await pause(next, undefined, { signal: end.signal });
      goOn = stopFor(harness);
    }
  };
  stopAgain().catch(() => {});
  return () => {
    end.abort();
    goOn();
  };
}
