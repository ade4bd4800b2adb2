import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Chromium, noBrowser } from '../../engine/browser/chromium.ts';
import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Definition } from '../../engine/checks/define.ts';
import { runCheck } from '../../engine/checks/run-check.ts';
import { chosenOf, type Suite } from '../../engine/checks/suites.ts';
import { harEntry } from '../../engine/evidence/archive/har.ts';
import { checkEvidence } from '../../engine/evidence/checks.ts';
import type { Expectations } from '../../engine/evidence/expectations/table.ts';
import { judgeRecorded, readRecorded, type Written } from '../../engine/evidence/recorded.ts';
import { recordedOtherwise } from '../../engine/evidence/verify/pointers.ts';
import type { PaymentsRun } from '../../interface/actors/run.ts';
import { judgeRun } from '../../interface/model/index.ts';
import { recordedByChecks } from '../../interface/predicates/index.ts';
import { afterwards, openRun } from '../../interface/profile.ts';
import type { RequirementId } from '../../interface/register/index.ts';
import { launch } from '../../interface/target/launch.ts';
import { probeTarget, type Target } from '../../interface/target/probe-target.ts';
import { readSettings } from '../../interface/target/settings.ts';
import { namedFirst } from './named.ts';
import type { Serving } from './serving.ts';
import type { Job, JobResult, Seen, Work } from './types.ts';

/** Milliseconds of real time after which a job is ended: a defect may leave checks waiting. Jobs that must be clean are run in full. */
const MAX_MUTANT_MS = 240_000;
const MAX_CLEAN_MS = 3_600_000;
const MAX_REASON_CHARS = 400;
const second = fileURLToPath(new URL('../second/main.ts', import.meta.url));

/** Shared by the jobs of one worker. */
export interface Surroundings {
  readonly serving: Serving;
  readonly chromium: Chromium;
  readonly work: Work;
}

interface Planned {
  readonly definition: Definition;
  readonly file: string;
}

/** Starts the variant, runs the job's checks as a certification does, and returns the result of each. Never throws. */
export async function attempt(job: Job, suites: readonly Suite[], surroundings: Surroundings): Promise<JobResult> {
  const { serving, chromium, work } = surroundings;
  const began = performance.now();
  const results: CheckResult[] = [];
  let run: PaymentsRun | undefined;
  let service: Awaited<ReturnType<Serving['start']>> | undefined;
  let fault: string | null = null;
  let target: Target | undefined;
  const evidenceFolder = await mkdtemp(join(tmpdir(), 'proof-'));
  const signal = AbortSignal.timeout(mustBeClean(job) ? MAX_CLEAN_MS : MAX_MUTANT_MS);
  let cutOff = false;
  let contradictions: readonly string[] = [];
  try {
    service = job.target === 'second implementation' ? await startSecond() : await serving.start(job.target);
    target = await found(service.settings, chromium);
    run = await open(target, `${work.seed} ${job.name}`, evidenceFolder, surroundings);
    const [one, ...others] = checksOf(suites, job.first, work);
    if (one !== undefined && job.untilFailed) await runChecks(run, [one], signal, results);
    const isSeen = results.some(({ outcome }) => outcome === 'failed');
    if (one !== undefined && !isSeen)
      await runChecks(run, job.untilFailed ? others : [one, ...others], signal, results);
    await runChecks(
      run,
      checksOf(chosenOf(suites, { depth: job.depth, seed: work.seed }), job.beside, work),
      signal,
      results,
    );
    // A defect that a check has seen is killed already.
    if (!results.some(({ outcome }) => outcome === 'failed')) await afterwards(run, () => signal.aborted);
  } catch (error) {
    fault = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  } finally {
    cutOff = signal.aborted;
    await run?.close().catch(() => {});
    await service?.stop();
    if (target !== undefined && fault === null) {
      const written = readRecorded(evidenceFolder);
      if (mustBeClean(job)) contradictions = contradicted(results, written, target);
      results.push(...judged(written, target, !cutOff));
    }
    await rm(evidenceFolder, { recursive: true, force: true });
  }
  const seconds = (performance.now() - began) / 1_000;
  const [seen, named, requests] = [results.map(seenOf), namedFirst(results), run?.requests ?? 0];
  return { job, seen, contradictions, named, requests, seconds, cutOff, fault };
}

/** Starts the second implementation, which shares no code with the reference and decides open questions differently. */
export async function startSecond() {
  const { settings, stop } = await launch('the second implementation', process.execPath, [second]);
  return { settings: settings as Record<string, string>, stop };
}

/** A seed for each run, so that values that checks derive from it, such as ports, do not collide. */
function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) >>> 1;
}

async function found(given: Record<string, string>, chromium: Chromium): Promise<Target> {
  const settings = readSettings(given);
  if (settings.baseUrl === null) throw new Error('the service named no TARGET_BASE_URL');
  return await probeTarget(
    { ...settings, baseUrl: settings.baseUrl },
    { embedded: true, noBrowser: noBrowser({ ...settings.pages, browserPath: chromium.browserPath }) },
  );
}

async function open(
  target: Target,
  name: string,
  evidenceFolder: string,
  { chromium, work: { incognito = true } }: Surroundings,
): Promise<PaymentsRun> {
  const assignment = {
    target,
    selected: [],
    depth: 'all' as const,
    seed: seedOf(name),
    appearance: { incognito, secret: createHash('sha256').update(`secret ${name}`).digest('hex'), userAgent: null },
    startedAt: Date.now(),
    evidenceFolder,
    channel: '',
  };
  return await openRun(assignment, { chromium, pictures: false });
}

/** The model's verdicts on all recorded exchanges, as in a certification. */
function judged(written: Written, target: Target, isWhole: boolean): CheckResult[] {
  return judgeRecorded(written, judgeRun, { target: addresses(target), isWhole });
}

function addresses({ baseUrl, liveBaseUrl }: Target) {
  return { baseUrl, ...(liveBaseUrl !== null && { liveBaseUrl }) };
}

function mustBeClean({ first }: Job): boolean {
  return first.length === 0;
}

/** The evidence of a run at a correct target must be consistent, whatever the target decided. */
function contradicted(results: readonly CheckResult[], written: Written, target: Target): readonly string[] {
  table ??= recordedByChecks();
  const records = {
    ...written,
    certificate: { target: addresses(target) },
    checks: results.map(checkEvidence),
    exchanges: written.exchanges.map((record) => harEntry(record, [])),
  };
  return recordedOtherwise(records, table).contradictions;
}

/** Read once for all jobs of a worker. */
let table: Expectations | undefined;

function seenOf({ id, title, file, outcome, reason }: CheckResult): Seen {
  return { id: id as RequirementId, title, file, outcome, reason: reason?.slice(0, MAX_REASON_CHARS) ?? null };
}

function checksOf(suites: readonly Suite[], ids: readonly RequirementId[], work: Work): Planned[] {
  const wanted = new Set<string>(ids);
  const empty = new Set(work.emptied);
  return suites.flatMap(({ file, definitions }) =>
    definitions
      .filter(({ id }) => wanted.has(id))
      .map((definition) => ({
        file,
        definition: empty.has(definition.id) ? { ...definition, check: async () => {} } : definition,
      })),
  );
}

/** Runs all checks at once; afterwards, one by one, those that must be alone. */
async function runChecks(
  run: PaymentsRun,
  planned: readonly Planned[],
  signal: AbortSignal,
  results: CheckResult[],
): Promise<void> {
  const one = async ({ definition, file }: Planned, order: number) => {
    // A separate signal for each check: with hundreds of listeners on one, each wait would have to search them.
    const own = AbortSignal.any([signal]);
    results.push(await runCheck(run, definition, order, file, own));
  };
  const isAlone = ({ definition: { runs } }: (typeof planned)[number]) => runs === 'alone' || runs === 'last';
  await Promise.all(planned.filter((plan) => !isAlone(plan)).map(one));
  for (const [order, plan] of planned.filter(isAlone).entries()) await one(plan, order);
}
