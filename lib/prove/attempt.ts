import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Definition } from '../harness/define.ts';
import { exercise } from '../harness/exercise.ts';
import { Run } from '../harness/run.ts';
import type { Suite } from '../harness/suites.ts';
import type { RequirementId } from '../requirements/index.ts';
import { type Chromium, noBrowser } from '../target/chromium.ts';
import { launch } from '../target/launch.ts';
import { meet } from '../target/meet.ts';
import { readSettings } from '../target/settings.ts';
import type { Serving } from './serving.ts';
import type { Job, JobResult, Seen, Work } from './types.ts';

/** Real time, in milliseconds, after which a job is ended: a defect may keep checks waiting. */
const LONGEST_JOB_MS = 240_000;
const LONGEST_REASON = 400;
const second = fileURLToPath(new URL('../second/main.ts', import.meta.url));

/** What the jobs of one worker share. */
export interface Surroundings {
  readonly serving: Serving;
  readonly chromium: Chromium;
  readonly work: Work;
}

interface Planned {
  readonly definition: Definition;
  readonly file: string;
}

/** Starts the variant, runs the job's checks as a certification does, and tells what became of each. Never throws. */
export async function attempt(
  job: Job,
  suites: readonly Suite[],
  { serving, chromium, work }: Surroundings,
): Promise<JobResult> {
  const began = performance.now();
  const seen: Seen[] = [];
  let run: Run | undefined;
  let service: Awaited<ReturnType<Serving['start']>> | undefined;
  let fault: string | null = null;
  try {
    service = job.target === 'second implementation' ? await startSecond() : await serving.start(job.target);
    run = await open(service.settings, seedOf(`${work.seed} ${job.name}`), chromium);
    const signal = AbortSignal.timeout(LONGEST_JOB_MS);
    await runChecks(run, checksOf(suites, job.first, false, work), signal, seen);
    await runChecks(run, checksOf(suites, job.beside, job.besideOnce, work), signal, seen);
  } catch (error) {
    fault = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  } finally {
    await run?.close().catch(() => {});
    await service?.stop();
  }
  return { job, seen, requests: run?.requests ?? 0, seconds: (performance.now() - began) / 1_000, fault };
}

/** Dissimilar to the reference in all that it decides: a program of its own. */
async function startSecond() {
  const { settings, stop } = await launch('the second implementation', process.execPath, [second]);
  return { settings: settings as Record<string, string>, stop };
}

/** Each run has a seed of its own: what checks make of it, a port for example, is theirs alone. */
function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) >>> 1;
}

async function open(given: Record<string, string>, seed: number, chromium: Chromium): Promise<Run> {
  const settings = readSettings(given);
  if (settings.baseUrl === null) throw new Error('the service named no TARGET_BASE_URL');
  const target = await meet(
    { ...settings, baseUrl: settings.baseUrl },
    { embedded: true, noBrowser: noBrowser(settings.pages) },
  );
  const assignment = { target, selected: [], firstChecksOnly: false, seed, startedAt: Date.now(), channel: '' };
  return await Run.open(assignment, { chromium, pictures: false });
}

function checksOf(suites: readonly Suite[], ids: readonly RequirementId[], once: boolean, work: Work): Planned[] {
  const wanted = new Set<string>(ids);
  const empty = new Set(work.emptied);
  const had = new Set<string>();
  return suites.flatMap(({ file, definitions }) =>
    definitions
      .filter(({ id }) => wanted.has(id) && !(once && had.has(id)) && had.add(id))
      .map((definition) => ({
        file,
        definition: empty.has(definition.id) ? { ...definition, check: async () => {} } : definition,
      })),
  );
}

/** All at once; afterwards, one by one, those that must be alone with the service. */
async function runChecks(run: Run, planned: readonly Planned[], signal: AbortSignal, seen: Seen[]): Promise<void> {
  const one = async ({ definition, file }: Planned, order: number) => {
    // A signal of its own: listeners of hundreds of checks on one would be searched at every wait.
    const own = AbortSignal.any([signal]);
    const { id, title, outcome, reason } = await exercise(run, definition, order, file, own);
    seen.push({ id: id as RequirementId, title, file, outcome, reason: reason?.slice(0, LONGEST_REASON) ?? null });
  };
  await Promise.all(planned.filter(({ definition }) => definition.runs !== 'alone').map(one));
  for (const [order, plan] of planned.filter(({ definition }) => definition.runs === 'alone').entries())
    await one(plan, order);
}
