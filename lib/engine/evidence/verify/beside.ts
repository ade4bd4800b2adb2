import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Broken, JudgeRun } from '../recorded.ts';
import { evidenceFiles } from '../write.ts';
import { type Evidence, readEvidence } from './read.ts';
import { renderedOtherwise } from './rendered.ts';

/** The half of the verification of a run that needs no result of the other half. */
export interface FoundBeside {
  /** What the model of the interface found. */
  readonly broken: readonly Broken[];
  /** Files that are made of the certificate and differ from it, in words. */
  readonly otherwise: readonly string[];
}

export interface Beside {
  /** Rejects where the evidence cannot be read. To be called only with evidence that has the shape that a run writes. */
  found(evidence: Evidence): Promise<FoundBeside>;
  /** Ends the thread, if there is one. */
  stop(): void;
}

/** Bytes of the exchanges. With fewer, a thread takes longer to start than it saves. */
const WORTH_A_THREAD = 2_000_000;

/** Megabytes for new objects. Nearly all that is read stays alive: with Node's default of 16 MB the collector copies it many times. */
const YOUNG_GENERATION_MB = 192;

/** Starts to look at the run in this folder; at a long one in a thread, which reads the evidence itself. */
export async function beside(
  folder: string,
  { judge, thread }: { readonly judge: JudgeRun; readonly thread: URL },
  worthAThread = WORTH_A_THREAD,
): Promise<Beside> {
  const size = await stat(join(folder, evidenceFiles.exchanges)).then(
    (found) => found.size,
    () => 0,
  );
  if (size < worthAThread) return { found: (evidence) => look(folder, evidence, judge), stop: () => {} };
  const worker = new Worker(thread, {
    workerData: folder,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const found = new Promise<FoundBeside>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new Error('the run was not judged: its thread ended')));
  });
  // The other half reports evidence that cannot be read, or that no run wrote, without asking for this result.
  found.catch(() => {});
  return { found: () => found, stop: () => void worker.terminate() };
}

/** To be called by the module that runs in the thread. */
export async function lookHere(judge: JudgeRun): Promise<void> {
  const folder = workerData as string;
  parentPort?.postMessage(await look(folder, await readEvidence(folder, 'again'), judge));
}

async function look(folder: string, evidence: Evidence, judge: JudgeRun): Promise<FoundBeside> {
  const { certificate, ...recorded } = evidence;
  const { target, interrupted, gaps = [] } = certificate;
  const broken = judge({ ...recorded, target, isWhole: !interrupted && gaps.length === 0 });
  return { broken, otherwise: await renderedOtherwise(folder, evidence) };
}
