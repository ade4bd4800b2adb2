import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { HarEntry } from '../archive/har.ts';
import type { Broken, JudgeRun } from '../recorded.ts';
import { evidenceFiles } from '../write.ts';
import { type Recording, readRecording } from './read.ts';

/** What judging a run as a whole has to know of the interface. */
export interface KnownBeside {
  readonly judge: JudgeRun;
  /** The headers that the judge reads, in lower case: in a thread, the others are not kept. */
  readonly judgedHeaders: readonly string[];
}

/** Judges the run as a whole: the part of verifying it that needs no other part, and can run in parallel. */
export interface Beside {
  /** What the model of the interface found. Rejects if the evidence cannot be read. Call it only with evidence that has the form that a run writes. */
  found(recording: Recording): Promise<readonly Broken[]>;
  /** Ends the thread, if there is one. */
  stop(): void;
}

/** Size of `exchanges.har` in bytes. Below it, starting a thread takes longer than it saves. */
const WORTH_A_THREAD = 2_000_000;

/**
 * Megabytes for new objects. Nearly everything that is read stays alive, and with Node's default of 16 MB the garbage collector copies it
 * many times. For the main thread `npm run verify` says the same to Node.
 */
const YOUNG_GENERATION_MB = 192;

/** Starts judging. For a long run it uses a thread, which reads the evidence itself. */
export async function beside(
  folder: string,
  { thread, judge }: Pick<KnownBeside, 'judge'> & { readonly thread: URL },
  worthAThread = WORTH_A_THREAD,
): Promise<Beside> {
  const size = await stat(join(folder, evidenceFiles.exchanges)).then(
    (found) => found.size,
    () => 0,
  );
  if (size < worthAThread) return { found: async (recording) => judged(recording, judge), stop: () => {} };
  const worker = new Worker(thread, {
    workerData: folder,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const found = new Promise<readonly Broken[]>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new Error('the run was not judged: its thread ended')));
  });
  // Avoids an unhandled rejection: the other part reports evidence that cannot be read or that no run wrote, and never asks for this
  // result.
  found.catch(() => {});
  return { found: () => found, stop: () => void worker.terminate() };
}

/** To be called by the module that runs in the thread. */
export async function lookHere({ judge, judgedHeaders }: KnownBeside): Promise<void> {
  const isJudged = new Set(judgedHeaders);
  const fewer = (headers: HarEntry['request']['headers']) =>
    headers.filter(({ name }) => isJudged.has(name.toLowerCase()));
  // Most of what an exchange holds is its headers, and what stays alive is copied by the garbage collector.
  const onlyJudged = (entry: HarEntry): HarEntry => {
    entry.request.headers = fewer(entry.request.headers);
    entry.response.headers = fewer(entry.response.headers);
    return entry;
  };
  parentPort?.postMessage(judged(await readRecording(workerData as string, 'again', onlyJudged), judge));
}

function judged({ certificate, ...recorded }: Recording, judge: JudgeRun): readonly Broken[] {
  const { target, interrupted, gaps = [] } = certificate;
  return judge({ ...recorded, target, isWhole: !interrupted && gaps.length === 0 });
}
