import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Broken, JudgeRun } from '../recorded.ts';
import { evidenceFiles } from '../write.ts';
import { type Recording, readRecording } from './read.ts';

/** The judgement of a run as a whole, made beside what else is verified. */
export interface Judging {
  /** Rejects where the run cannot be judged. To be asked only of evidence that is as a run writes it. */
  judge(recording: Recording): Promise<readonly Broken[]>;
  /** What is not asked for any more is not made. */
  stop(): void;
}

/** Bytes of the exchanges. To begin a thread takes longer than to judge fewer. */
const WORTH_A_THREAD = 2_000_000;

/** Megabytes for what is new. All that a run recorded stays: with the little that is usual, it would be moved about again and again. */
const YOUNG_GENERATION_MB = 192;

/** Begins to judge the run in this folder: a long one in a thread, which reads the evidence for itself. */
export async function judging(
  folder: string,
  { judge, judgeThread }: { readonly judge: JudgeRun; readonly judgeThread: URL },
  worthAThread = WORTH_A_THREAD,
): Promise<Judging> {
  const size = await stat(join(folder, evidenceFiles.exchanges)).then(
    (found) => found.size,
    () => 0,
  );
  if (size < worthAThread) return { judge: async (recording) => judgeRecording(recording, judge), stop: () => {} };
  const worker = new Worker(judgeThread, {
    workerData: folder,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const found = new Promise<readonly Broken[]>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new Error('the run was not judged: its thread ended')));
  });
  // Evidence that cannot be read, or that no run has written, is told of without it.
  found.catch(() => {});
  return { judge: () => found, stop: () => void worker.terminate() };
}

/** For the module that is such a thread. */
export async function judgeHere(judge: JudgeRun): Promise<void> {
  parentPort?.postMessage(judgeRecording(await readRecording(workerData as string), judge));
}

function judgeRecording({ certificate, ...recorded }: Recording, judge: JudgeRun): readonly Broken[] {
  const { target, interrupted, gaps = [] } = certificate;
  return judge({ ...recorded, target, isWhole: !interrupted && gaps.length === 0 });
}
