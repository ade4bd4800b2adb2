import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestCase } from 'vitest/node';
import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Progress } from '../../engine/checks/progress.ts';
import { MODULE_EXTENSION } from '../../engine/module-extension.ts';
import type { WorkerAssignment } from '../../engine/run/merchants/assignment.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface SuitesRun {
  readonly results: readonly CheckResult[];
  /** Faults of the suites: what kept a check from telling what became of it. */
  readonly faults: readonly string[];
  /** What the worker said last. */
  readonly progress: Progress | null;
}

export interface SuitesListener {
  onResult(result: CheckResult, done: number, total: number): void;
  onProgress(progress: Progress): void;
}

/**
 * Runs the suites' checks in one Vitest worker. `interrupt` aborts: checks under way end, the rest never begins, what was left
 * at the target is still undone.
 */
export async function runSuites(
  assignment: WorkerAssignment,
  listener: SuitesListener,
  interrupt: AbortSignal,
): Promise<SuitesRun> {
  const results: CheckResult[] = [];
  const faults: string[] = [];
  const told = new Set<string>();
  let progress: Progress | null = null;
  let total = 0;

  const channel = new BroadcastChannel(assignment.channel);
  channel.onmessage = ({ data }) => {
    const said = data as Progress;
    // Once no run can be made, nothing that is said later changes that.
    progress = { ...said, impossible: said.impossible ?? progress?.impossible ?? null };
    listener.onProgress(progress);
    // Of checks that wait for hours nothing is to be had any more.
    if (progress.impossible !== null) cancel();
  };

  const cancel = () => void vitest.cancelCurrentRun('keyboard-input');
  const vitest = await withoutItsSignals(() =>
    createVitest(
      {
        root,
        // The project's own tests have vitest.config.ts; a certification is made by this program, so its settings are here.
        config: false,
        include: [`lib/engine/run/entry${MODULE_EXTENSION}`],
        watch: false,
        // Runs side by side in one checkout share no file.
        cache: false,
        pool: 'threads',
        maxWorkers: 1,
        isolate: false,
        // How many checks act at once is the conductor's business.
        maxConcurrency: 100_000,
        testTimeout: 0,
        hookTimeout: 0,
        teardownTimeout: 5_000,
        // Node runs TypeScript itself: nothing has to be transformed.
        experimental: { viteModuleRunner: false },
        provide: { assignment },
        reporters: [
          {
            // An interruption that came while the worker was starting was heard by nobody.
            onTestModuleQueued() {
              if (interrupt.aborted) cancel();
            },
            onTestModuleCollected(module) {
              // Some are none of a suite's.
              total = [...module.children.allTests()].filter((test) => 'about' in test.meta()).length;
            },
            onTestCaseResult(test: TestCase) {
              const { result } = test.meta();
              if (result !== undefined) {
                // A run that is interrupted tells of some tests more than once.
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
      // What it writes to a terminal (it hides the cursor) would be mixed with the command's own line.
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

/** Vitest would end the process at a signal; here the command ends the run itself, and then writes its certificate. */
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
