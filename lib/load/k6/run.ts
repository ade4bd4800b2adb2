import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { RequestLog } from '../request-log.ts';
import type { K6Totals } from '../types.ts';

export interface K6Run {
  readonly k6: string;
  /** Name, without extension, of a file in `load/`. */
  readonly script: string;
  /** Environment variables for the script. They include secrets, so they are passed in no other way. */
  readonly env: Readonly<Record<string, string>>;
  /** The list of keys as JSON: passed by environment too, or in a private file if it is too long for a variable. */
  readonly keys: string;
  /** The user's own flags for k6. */
  readonly flags: readonly string[];
  /** Number of parallel k6 processes, each with an equal share of the load. */
  readonly segments: number;
  /** Folder for k6's summary, dashboard and log. */
  readonly folder: string;
  /** The lines of all requests are added to it. */
  readonly lines: RequestLog;
  /** Replaces the round in each line, if this is one of several k6 runs of a script. */
  readonly window?: number;
  readonly onLines: (count: number) => void;
  readonly signal: AbortSignal;
}

export interface K6Ran {
  readonly totals: K6Totals;
  /** 0, or 99 if a threshold of k6's own was crossed in any process. */
  readonly status: 0 | 99;
  readonly seconds: number;
  /** Mean delay of this process's event loop during the run, in milliseconds: how busy this machine was. 0 if k6 ran on other machines. */
  readonly waitMs: number;
}

/** k6 failed. The message is one line for the user; exit status 2. */
export class K6Failed extends Error {
  override readonly name = 'K6Failed';
}

/** Linux limits a single environment variable to 128 KiB. */
const MAX_VARIABLE_CHARS = 100_000;
const THRESHOLDS_CROSSED = 99;
const LINES_EVERY_MS = 500;
/** Resolution of the event loop delay measurement, in milliseconds. */
const LOOK_MS = 10;

const scripts = fileURLToPath(new URL('../../../load/', import.meta.url));

/** Runs a script to its end, in one process per segment, and adds the lines of all to `run.lines`. Throws K6Failed. */
export async function runK6(run: K6Run): Promise<K6Ran> {
  const scratch = await mkdtemp(join(tmpdir(), 'load-'));
  // The folder may contain API keys: it is removed even if this program is made to exit at once.
  const clear = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', clear);
  const began = performance.now();
  try {
    const keys: Record<string, string> =
      run.keys.length <= MAX_VARIABLE_CHARS
        ? { LOAD_KEYS: run.keys }
        : { LOAD_KEYS_FILE: await privateFile(scratch, run.keys) };
    const parts = Array.from({ length: run.segments }, (_, part) => {
      const suffix = run.segments === 1 ? '' : `-${part + 1}`;
      return {
        part,
        lines: join(scratch, `lines${suffix}.ndjson`),
        summary: join(run.folder, `summary${suffix}.json`),
        dashboard: join(run.folder, `dashboard${suffix}.html`),
        log: join(run.folder, `k6${suffix}.log`),
      };
    });
    const watch = watchLines(
      parts.map(({ lines }) => lines),
      run.onLines,
    );
    const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
    delays.enable();
    const statuses = await Promise.all(parts.map((part) => runPart(run, part, keys))).finally(() => {
      watch.stop();
      delays.disable();
    });
    run.signal.throwIfAborted();
    for (const [place, status] of statuses.entries()) {
      if (status === 0 || status === THRESHOLDS_CROSSED) continue;
      const log = parts[place] === undefined ? '' : await readFile(parts[place].log, 'utf8').catch(() => '');
      throw new K6Failed(`k6 ended with ${status}: ${reasonIn(log)}`);
    }
    for (const part of parts) await run.lines.addFile(part.lines, run.window);
    return {
      totals: await totalsIn(parts.map((part) => part.summary)),
      status: statuses.includes(THRESHOLDS_CROSSED) ? 99 : 0,
      seconds: (performance.now() - began) / 1_000,
      waitMs: delays.count === 0 ? 0 : Math.max(0, delays.mean / 1e6 - LOOK_MS),
    };
  } finally {
    process.off('exit', clear);
    clear();
  }
}

interface Part {
  readonly part: number;
  readonly lines: string;
  readonly summary: string;
  readonly dashboard: string;
  readonly log: string;
}

async function runPart(run: K6Run, part: Part, keys: Record<string, string>): Promise<number | string> {
  const { segments } = run;
  const share = (from: number) => (from === 0 ? '0' : from === segments ? '1' : `${from}/${segments}`);
  const sequence = Array.from({ length: segments + 1 }, (_, at) => share(at)).join(',');
  const args = [
    'run',
    '--quiet',
    '--no-usage-report',
    '--no-color',
    '--log-format=raw',
    `--console-output=${part.lines}`,
    `--summary-export=${part.summary}`,
    ...(segments === 1
      ? []
      : [
          `--execution-segment=${share(part.part)}:${share(part.part + 1)}`,
          `--execution-segment-sequence=${sequence}`,
        ]),
    ...run.flags,
    join(scripts, `${run.script}.ts`),
  ];
  const log = openSync(part.log, 'w');
  // Detached, so that Ctrl-C reaches only this program, which then stops k6 itself.
  const child = spawn(run.k6, args, {
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
    env: { ...inherited(), ...run.env, ...keys, ...dashboard(part.dashboard) },
  });
  closeSync(log);
  const end = () => void stop(child);
  run.signal.addEventListener('abort', end);
  if (run.signal.aborted) end();
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', (error) => reject(new K6Failed(`k6 could not be started: ${error.message}`)));
      child.on('exit', (status, signal) => resolve(status ?? signal ?? 'no status'));
    });
  } finally {
    run.signal.removeEventListener('abort', end);
  }
}

/** Sends SIGINT to k6, and SIGKILL if it has not exited 3 s later. */
async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  const insist = setTimeout(() => child.kill('SIGKILL'), 3_000);
  child.once('exit', () => clearTimeout(insist));
}

/** The variables that k6 needs, and the user's K6_* settings. The target's secrets are not inherited. */
function inherited(): Record<string, string | undefined> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'USERPROFILE', 'SYSTEMROOT', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
  const kept = Object.entries(process.env).filter(([name]) => names.includes(name) || name.startsWith('K6_'));
  return { ...Object.fromEntries(kept), K6_AUTO_EXTENSION_RESOLUTION: 'false' };
}

/** Settings for k6's dashboard as a file written at the end of the run; port -1 keeps it from listening. */
function dashboard(path: string): Record<string, string> {
  return {
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '1s',
    K6_WEB_DASHBOARD_EXPORT: path,
  };
}

async function privateFile(folder: string, keys: string): Promise<string> {
  const path = join(folder, 'keys.json');
  await writeFile(path, keys, { mode: 0o600 });
  await chmod(path, 0o600);
  return path;
}

/** Counts the lines as they are written and reports the count every `LINES_EVERY_MS`. */
function watchLines(paths: readonly string[], onLines: (count: number) => void): { stop(): void } {
  const buffer = Buffer.alloc(1 << 20);
  const read = new Map<string, number>();
  let count = 0;
  let busy = false;
  const look = async (path: string) => {
    const file = await open(path, 'r').catch(() => null);
    if (file === null) return;
    try {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, read.get(path) ?? 0);
        if (bytesRead === 0) return;
        read.set(path, (read.get(path) ?? 0) + bytesRead);
        for (let at = buffer.indexOf(10); at !== -1 && at < bytesRead; at = buffer.indexOf(10, at + 1)) count++;
      }
    } finally {
      await file.close();
    }
  };
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    for (const path of paths) await look(path).catch(() => {});
    busy = false;
    onLines(count);
  }, LINES_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

const summary = z.object({
  metrics: z.record(z.string(), z.looseObject({ count: z.number().optional(), max: z.number().optional() })),
});

/** Totals over the summary files of all k6 processes. Throws K6Failed. */
export async function totalsIn(summaries: readonly string[]): Promise<K6Totals> {
  const all = await Promise.all(
    summaries.map(async (path) => {
      const text = await readFile(path, 'utf8').catch(() => null);
      const parsed = text === null ? null : summary.safeParse(JSON.parse(text));
      if (parsed === null || !parsed.success) throw new K6Failed(`k6 left no summary in ${path}`);
      return parsed.data.metrics;
    }),
  );
  return {
    dropped: all.reduce((sum, { dropped_iterations }) => sum + (dropped_iterations?.count ?? 0), 0),
    maxUsers: all.reduce((sum, { vus_max }) => sum + (vus_max?.max ?? 0), 0),
  };
}

/** The most informative line of k6's log: the first that looks like an error, else the last; at most 300 characters. */
function reasonIn(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    lines.find((line) => /error|exception|invalid|unknown/i.test(line)) ??
    lines.at(-1) ??
    'it says nothing'
  ).slice(0, 300);
}
