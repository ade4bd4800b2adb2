import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestCase } from 'vitest/node';
import type { Progress } from '../../engine/checks/progress.ts';
import { MODULE_EXTENSION } from '../../engine/modules.ts';
import type { WorkerAssignment } from '../../engine/run/merchants/assignment.ts';
import type { SentResult } from '../../engine/run/sent-result.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface SuitesRun {
  readonly results: readonly SentResult[];
  /** Faults of the suites: why a check has no result. */
  readonly faults: readonly string[];
  /** The worker's latest progress message. */
  readonly progress: Progress | null;
}

export interface SuitesListener {
  onResult(result: SentResult, done: number, total: number): void;
  onProgress(progress: Progress): void;
}

/**
 * Runs the suites' checks in one Vitest worker. When `interrupt` aborts, checks under way end, others do not begin, and the cleanup at the
 * target is still done.
 */
export async function runSuites(
  assignment: WorkerAssignment,
  listener: SuitesListener,
  interrupt: AbortSignal,
): Promise<SuitesRun> {
  const results: SentResult[] = [];
  const faults: string[] = [];
  const told = new Set<string>();
  let progress: Progress | null = null;
  let total = 0;

  const channel = new BroadcastChannel(assignment.channel);
  channel.onmessage = ({ data }) => {
    const said = data as Progress;
    // Keeps `impossible`: once no run can be made, later messages do not change that.
    progress = { ...said, impossible: said.impossible ?? progress?.impossible ?? null };
    listener.onProgress(progress);
    // Cancels at once: checks that may wait for hours can no longer have a result.
    if (progress.impossible !== null) cancel();
  };

  const cancel = () => void vitest.cancelCurrentRun('keyboard-input');
  const vitest = await withoutItsSignals(() =>
    createVitest(
      {
        root,
        // vitest.config.ts is for the project's own tests; the settings of a certification are here.
        config: false,
        include: [`lib/engine/run/entry${MODULE_EXTENSION}`],
        watch: false,
        // Concurrent runs in one checkout must not share files.
        cache: false,
        pool: 'threads',
        maxWorkers: 1,
        isolate: false,
        // The conductor decides how many checks act at once.
        maxConcurrency: 100_000,
        testTimeout: 0,
        hookTimeout: 0,
        teardownTimeout: 5_000,
        // Node runs TypeScript directly: no transformation is needed.
        experimental: { viteModuleRunner: false },
        provide: { assignment },
        reporters: [
          {
            // Cancels if the interruption came while the worker was starting, when there was nothing to cancel.
            onTestModuleQueued() {
              if (interrupt.aborted) cancel();
            },
            onTestModuleCollected(module) {
              // Counts only tests of the suites.
              total = [...module.children.allTests()].filter((test) => 'about' in test.meta()).length;
            },
            onTestCaseResult(test: TestCase) {
              const { result } = test.meta();
              if (result !== undefined) {
                // An interrupted run reports some tests more than once.
                if (told.has(test.id)) return;
                told.add(test.id);
                results.push(result);
                listener.onResult(result, results.length, total);
              } else {
                faults.push(...(test.result().errors?.map(({ message }) => message) ?? []));
              }
            },
            onTestRunEnd(ended, errors) {
              const broken = ended.flatMap((module) => module.errors());
              faults.push(...[...errors, ...broken].map(({ message }) => message));
            },
          },
        ],
      },
      { server: { watch: null }, logLevel: 'silent' },
      // Vitest's terminal output (it hides the cursor) would be mixed with the command's status line.
      { stdout: nowhere(), stderr: nowhere() },
    ),
  );
  interrupt.addEventListener('abort', cancel);
  try {
    if (!interrupt.aborted) await vitest.start();
  } finally {
    interrupt.removeEventListener('abort', cancel);
    await vitest.close();
    channel.close();
  }
  return { results, faults: [...new Set(faults)], progress };
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Removes Vitest's signal handlers, which would end the process: the command ends the run itself and then writes its certificate. */
async function withoutItsSignals<T>(make: () => Promise<T>): Promise<T> {
  const refuse = (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (event === 'SIGINT' || event === 'SIGTERM') queueMicrotask(() => process.off(event, listener));
  };
  process.on('newListener', refuse);
  try {
    return await make();
  } finally {
    process.off('newListener', refuse);
  }
}
