import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findK6 } from '../../load/k6/find.ts';
import { readLines } from '../../load/request-log.ts';
import { perSecond } from './capture.ts';
import { serve } from './servers.ts';
import { timed } from './timed.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../', import.meta.url));

/** Requests per second, and the two durations whose difference is measured, so that k6's start-up is left out. */
const RATE = 300;
const SECONDS = [3, 13] as const;
const KEYS = 50;
const AUDITED = 100_000;
const CAPTURED = 20_000;

/**
 * How many requests per second one core can handle, for k6, for the audits and for the capture server, from the CPU time of each process.
 */
export async function benchLoad(): Promise<string[]> {
  const perCore = (what: string, count: number, cpuSeconds: number, unit = 'requests') =>
    `${what}: ${Math.round(count / cpuSeconds).toLocaleString('en')} ${unit} a second per core`;
  const [short, long] = [await k6For(SECONDS[0]), await k6For(SECONDS[1])];
  const audits = [];
  for (const script of ['steady', 'idempotency']) {
    const { stdout } = await run(process.execPath, ['lib/load/audits/measure.ts', script, String(AUDITED)], {
      cwd: folder,
    });
    audits.push(perCore(`audit of ${script}`, AUDITED, measured.parse(JSON.parse(stdout)).cpuSeconds));
  }
  const capture = await serve('captures');
  try {
    await perSecond(capture.port, CAPTURED / 4);
    const before = await capture.cpuSeconds();
    await perSecond(capture.port, CAPTURED);
    const seconds = (await capture.cpuSeconds()) - before;
    return [
      perCore('k6', long.requests - short.requests, long.cpuSeconds - short.cpuSeconds),
      ...audits,
      perCore('capture server', CAPTURED, seconds, 'deliveries'),
    ];
  } finally {
    capture.stop();
  }
}

const measured = z.object({ cpuSeconds: z.number() });

/** How many requests of `steady` k6 sent to a server that answers at once, and the CPU seconds it used. */
async function k6For(seconds: number): Promise<{ requests: number; cpuSeconds: number }> {
  const { path } = await findK6({ env: process.env, say: console.error, signal: new AbortController().signal });
  const scratch = await mkdtemp(join(tmpdir(), 'bench-load-'));
  const answers = await serve('answers');
  const keys = Array.from({ length: KEYS }, (_, key) => ({ apiKey: `k${key}`, merchantId: `m${key}` }));
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LOAD_BASE_URL: `http://127.0.0.1:${answers.port}`,
    LOAD_RUN: 'bench',
    LOAD_KEYS: JSON.stringify(keys),
    LOAD_RATE: String(RATE),
    LOAD_SECONDS: String(seconds),
    LOAD_USERS: '100',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
  };
  const args = ['run', '--quiet', '--no-usage-report', '--log-format=raw', `--console-output=${scratch}/lines.ndjson`];
  try {
    const { cpu } = await timed(path, [...args, 'load/steady.ts'], { cwd: folder, env });
    let requests = 0;
    for await (const { status } of readLines(`${scratch}/lines.ndjson`)) if (status !== 0) requests++;
    return { requests, cpuSeconds: cpu };
  } finally {
    answers.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}
