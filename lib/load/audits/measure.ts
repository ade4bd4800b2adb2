import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf, profileOf } from '../../../load/support/profile.ts';
import { simulateRun } from '../compare/simulate.ts';
import { arrivalsSinceDue } from '../latency/due.ts';
import { writeLatency } from '../latency/files.ts';
import { overviewOf } from '../overview.ts';
import { drawPlots } from '../plots.ts';
import { RequestLog } from '../request-log.ts';
import { idempotencyJudge } from './idempotency.ts';
import { judgeSteady } from './steady.ts';

// node lib/load/audits/measure.ts SCRIPT REQUESTS: audits REQUESTS generated lines, and prints the time and memory it took as JSON. Runs as
// a separate process, so that the memory is the audit's alone. The audit's own requests to the target are not part of it.

/** Arrivals per second. */
const RATE = 1_000;
const KEYS = 500;
/** Simultaneous requests with one idempotency key. */
const TOGETHER = 10;

const [script = 'steady', asked = '1000000'] = process.argv.slice(2);
const requests = Number(asked);
const folder = await mkdtemp(join(tmpdir(), 'load-measure-'));
try {
  const file = join(folder, 'lines.ndjson');
  const lines = script === 'steady' ? steadyLines(requests) : idempotencyLines(requests);
  await pipeline(Readable.from(asNdjson(lines)), createWriteStream(file));
  const [began, before] = [performance.now(), process.cpuUsage()];
  const log = new RequestLog();
  await log.addFile(file);
  const failed = await (script === 'steady' ? auditSteady(log) : auditIdempotency(log));
  if (failed.length > 0 || log.count !== requests) throw new Error(`${log.count} lines, failed: ${failed.join(', ')}`);
  const { user, system } = process.cpuUsage(before);
  const measured = {
    requests,
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    // Node gives maxRSS in kilobytes on every platform.
    megabytes: process.resourceUsage().maxRSS / 1_024,
  };
  console.log(JSON.stringify(measured));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Everything derived from the lines of `steady`: findings, histograms, plots, and the sorted file of all requests. */
async function auditSteady(log: RequestLog): Promise<string[]> {
  const profile = profileOf('constant', RATE, requests / RATE);
  const latency = await writeLatency(folder, arrivalsSinceDue(log, profile, 0), 0);
  const env = { LOAD_RATE: RATE, LOAD_SECONDS: requests / RATE };
  const plan = { keys: KEYS, liveKeys: 0, env, seconds: 0, words: '', profile };
  const ran = { plan, lines: log, latency, totals: { dropped: arrivalsOf(profile) - requests, maxUsers: 0 } };
  const limits = { p95: 1_000, p99: 3_000, errors: 0.001 };
  const findings = judgeSteady(ran, [], limits, null);
  overviewOf(ran);
  await drawPlots(folder, { script: 'steady', ...ran, picture: null, limits });
  await log.writeTo(join(folder, 'requests.ndjson'));
  return findings.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id);
}

async function auditIdempotency(log: RequestLog): Promise<string[]> {
  const judge = idempotencyJudge();
  const rounds = requests / TOGETHER / KEYS;
  for (let key = 0; key < KEYS; key++)
    for (let round = 0; round < rounds; round++) {
      const json = JSON.parse(bodyOf(key, round)) as unknown;
      const answers = log.ofRound(round, key);
      const again = { status: 201, json, replayed: true };
      judge.add({ key, round, kind: 'checkout', amount: 10_000, answers, found: [{ status: 200, json }], again });
    }
  overviewOf({ lines: log, latency: null });
  await log.writeTo(join(folder, 'requests.ndjson'));
  return judge
    .findings()
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ id }) => id);
}

function* steadyLines(count: number): Generator<Line> {
  // One minute of a simulated run, repeated.
  const minute = simulateRun({ seed: 1, rate: RATE, seconds: 60, times: 1 });
  for (let turn = 0; turn < count; turn++) {
    const { op = 'balance', ms = 1 } = minute[turn % minute.length] ?? {};
    const at = 1_700_000_000_000 + Math.floor((turn * 1_000) / RATE);
    const status = op.startsWith('create') ? 201 : 200;
    const common = { key: turn % KEYS, round: turn, turn, op, at, together: 1, wallMs: Math.ceil(ms), ms };
    yield { ...common, lateMs: 0.2, blockedMs: 0.004, status, replayed: false };
  }
}

function* idempotencyLines(count: number): Generator<Line> {
  for (let each = 0; each < count; each++) {
    const [turn, key] = [each % TOGETHER, Math.floor(each / TOGETHER) % KEYS];
    const round = Math.floor(each / TOGETHER / KEYS);
    const at = 1_700_000_000_000 + Math.floor(each / TOGETHER);
    const common = { key, round, turn, op: 'checkout', at, together: TOGETHER, wallMs: 12, ms: 8.123 };
    yield { ...common, status: 201, replayed: turn > 0, body: bodyOf(key, round) };
  }
}

/** A body of the size of a real checkout. */
function bodyOf(key: number, round: number): string {
  const reference = `ldmeasure-${key}-${round}`;
  return JSON.stringify({
    id: `cs_${key}_${round}`,
    reference,
    amount: 10_000,
    currency: 'NGN',
    status: 'pending',
    customer: { email: 'load@example.com' },
    checkoutUrl: `https://pay.example.com/checkout/${reference}`,
    returnUrl: 'https://shop.example.com/return',
    expiresAt: '2026-01-02T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
}

function* asNdjson(lines: Iterable<Line>): Generator<string> {
  for (const line of lines) yield `${JSON.stringify(line)}\n`;
}
