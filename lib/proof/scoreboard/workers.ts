import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { isBlockedBySlowness } from '../../engine/run/slowness.ts';
import type { RequirementId } from '../../interface/register/index.ts';
import type { FromWorker, Job, JobKind, JobResult, ToWorker, Work } from './types.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** How many jobs with hosted pages may run at once beside whole runs. */
const PAGES = 4;

export interface WorkersOptions {
  readonly workers: number;
  readonly lanes: number;
  readonly seed: number;
  readonly emptied: readonly string[];
  readonly browserPath: string | null;
  onResult(result: JobResult): void;
  /** Jobs are about to be repeated, alone. */
  onAgain?(jobs: readonly Job[]): void;
}

/** Runs the jobs in Vitest workers, each with its own serving program. Throws if a worker fails. */
export async function runJobs(jobs: readonly Job[], options: WorkersOptions): Promise<JobResult[]> {
  return await againAlone(jobs, options, runOnce);
}

/**
 * Repeats, alone on the machine, the jobs that did not decide what they are about because of others beside them: they were cut off, or
 * checks were blocked because this machine was too slow.
 */
export async function againAlone<Options extends WorkersOptions>(
  jobs: readonly Job[],
  options: Options,
  run: (jobs: readonly Job[], options: Options) => Promise<JobResult[]>,
): Promise<JobResult[]> {
  const results = await run(jobs, {
    ...options,
    onResult: (result) => (missesSomething(result) ? undefined : options.onResult(result)),
  });
  const names = new Set(results.filter(missesSomething).map(({ job }) => job.name));
  const cutOff = jobs.filter(({ name }) => names.has(name));
  if (cutOff.length === 0) return results;
  options.onAgain?.(cutOff);
  const alone = await run(cutOff, { ...options, workers: 1, lanes: 1 });
  return [...results.filter(({ job }) => !names.has(job.name)), ...alone];
}

function missesSomething({ cutOff, seen, job }: JobResult): boolean {
  if (seen.some(({ id, outcome }) => outcome === 'failed' && job.first.includes(id))) return false;
  const isAbout = (id: RequirementId) => job.first.length === 0 || job.first.includes(id);
  return cutOff || seen.some(({ id, reason }) => isAbout(id) && isBlockedBySlowness(reason));
}

async function runOnce(jobs: readonly Job[], options: WorkersOptions): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const queue = new Queue(jobs, { whole: options.workers, pages: PAGES, quick: Number.POSITIVE_INFINITY });
  const name = randomUUID();
  const channel = new BroadcastChannel(name);
  const say = (message: ToWorker) => channel.postMessage(message);
  channel.onmessage = ({ data }) => {
    const message = data as FromWorker;
    if (message.kind === 'wants') return say({ kind: 'job', lane: message.lane, job: queue.next() });
    queue.done(message.result.job);
    results.push(message.result);
    options.onResult(message.result);
  };
  const { lanes, seed, emptied, browserPath } = options;
  const workers = Math.min(options.workers, jobs.length);
  try {
    const faults = await Promise.all(
      Array.from({ length: workers }, (_, index) =>
        runWorker({ channel: name, worker: String(index), lanes, seed, emptied, browserPath }),
      ),
    );
    const fault = faults.flat()[0];
    if (fault !== undefined) throw new Error(fault);
  } finally {
    channel.close();
  }
  if (results.length < jobs.length) throw new Error(`${jobs.length - results.length} jobs were never done`);
  return results;
}

/** Hands out jobs in order, at most the limit of each kind at once, so that jobs that wait run beside jobs that compute. */
export class Queue {
  readonly #waiting: Job[];
  readonly #room: Record<JobKind, number>;

  constructor(jobs: readonly Job[], limits: Readonly<Record<JobKind, number>>) {
    this.#waiting = [...jobs];
    this.#room = { ...limits };
  }

  /** Null if none is left. */
  next(): Job | null {
    const free = this.#waiting.findIndex(({ kind }) => this.#room[kind] > 0);
    // If only jobs of exhausted kinds are left, they are started anyway.
    const [job] = this.#waiting.splice(Math.max(0, free), 1);
    if (job !== undefined) this.#room[job.kind]--;
    return job ?? null;
  }

  done({ kind }: Job): void {
    this.#room[kind]++;
  }
}

/** Runs one worker as a separate Vitest instance, since the suites' expectations need one. Returns its faults. */
async function runWorker(work: Work): Promise<string[]> {
  const faults: string[] = [];
  const vitest = await createVitest(
    {
      root,
      config: false,
      include: ['lib/proof/scoreboard/entry.ts'],
      watch: false,
      cache: false,
      pool: 'threads',
      maxWorkers: 1,
      isolate: false,
      testTimeout: 0,
      teardownTimeout: 5_000,
      // Node runs TypeScript directly: no transformation is needed.
      experimental: { viteModuleRunner: false },
      provide: { work },
      reporters: [
        {
          onTestCaseResult: (test) => void faults.push(...(test.result().errors?.map(({ message }) => message) ?? [])),
          onTestRunEnd: (modules, errors) => {
            const broken = [...errors, ...modules.flatMap((module) => module.errors())];
            faults.push(...broken.map(({ message }) => message));
          },
        },
      ],
    },
    { server: { watch: null }, logLevel: 'silent' },
  );
  try {
    await vitest.start();
  } finally {
    await vitest.close();
  }
  return faults;
}
