import { type ChildProcess, spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { stopFor } from './stop.ts';

/**
 * - `nothing`: for comparison;
 * - `busy`: five endless loops a core beside it;
 * - `stopped`: the harness (command, worker and what they have started) is stopped for 5 s, every 20 s;
 * - `webhooks`: as `stopped`, at the moment at which a webhook arrives: at the 1st, 2nd, 4th and so on;
 * - `wall`: the wall clock of the harness jumps by an hour, in all of its processes and threads at the same moment.
 */
export const disturbances = ['nothing', 'busy', 'stopped', 'webhooks', 'wall'] as const;
export type Disturbance = (typeof disturbances)[number];

const LOOPS_A_CORE = 5;
const EVERY_MS = 20_000;
const HOUR_MS = 3_600_000;

/** When the harness is disturbed. */
export interface When {
  /** So long after it has begun it is stopped, or its wall clock jumps, for the first time. */
  readonly afterMs: number;
  /** The wall clock jumps as this webhook arrives instead, counted from 1: while checks are under way. */
  readonly atWebhook?: number;
  /** From one stop to the next, of which it is stopped for 5 s: 20 s unless said. */
  readonly everyMs?: number;
  /** The wall clock jumps an hour back rather than ahead. */
  readonly back?: boolean;
}

/** A module that moves `Date` as a jump of the system's clock would; timers and `performance` stay as they are. */
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

/** So often each thread looks whether the moment of the jump is known. */
const LOOK_MS = 20;

/** The wall clock jumps where this file has said when; every thread has read it by then, so that it jumps in all at once. */
export function jumpSoon(file: string): void {
  writeFileSync(`${file}.part`, String(Date.now() + 5 * LOOK_MS));
  renameSync(`${file}.part`, file);
}

/** For the environment of the harness. `jumpFile`: see `jumpSoon`. */
export function environmentFor(how: Disturbance, { back = false }: When, jumpFile: string): NodeJS.ProcessEnv {
  if (how !== 'wall') return {};
  const module = jumpingDate(jumpFile, back ? -HOUR_MS : HOUR_MS);
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** What the arrival of a webhook disturbs, the `nth` of all. */
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

/** Disturbs the harness, which has begun and is the leader of a process group of its own, until the returned function is called. */
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
