import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { InterfaceDocument } from '../../reports/pages/passages.ts';
import type { Broken, JudgeRun } from '../recorded.ts';
import { evidenceFiles } from '../write.ts';
import { type Evidence, readEvidence } from './read.ts';
import { renderedOtherwise } from './rendered.ts';

/** The part of verifying a run that does not need the result of the other part, and can run in parallel. */
export interface FoundBeside {
  /** What the model of the interface found. */
  readonly broken: readonly Broken[];
  /** Descriptions of the files that differ from what the certificate demands. */
  readonly otherwise: readonly string[];
}

/** What this part has to know of the interface. */
export interface KnownBeside {
  readonly judge: JudgeRun;
  readonly document: InterfaceDocument;
}

export interface Beside {
  /** Rejects if the evidence cannot be read. Call it only with evidence that has the form that a run writes. */
  found(evidence: Evidence): Promise<FoundBeside>;
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

/** Starts this part of the verification. For a long run it uses a thread, which reads the evidence itself. */
export async function beside(
  folder: string,
  { thread, ...known }: KnownBeside & { readonly thread: URL },
  worthAThread = WORTH_A_THREAD,
): Promise<Beside> {
  const size = await stat(join(folder, evidenceFiles.exchanges)).then(
    (found) => found.size,
    () => 0,
  );
  if (size < worthAThread) return { found: (evidence) => look(folder, evidence, known), stop: () => {} };
  const worker = new Worker(thread, {
    workerData: folder,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const found = new Promise<FoundBeside>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new Error('the run was not judged: its thread ended')));
  });
  // Avoids an unhandled rejection: the other part reports evidence that cannot be read or that no run wrote, and never asks for this
  // result.
  found.catch(() => {});
  return { found: () => found, stop: () => void worker.terminate() };
}

/** To be called by the module that runs in the thread. */
export async function lookHere(known: KnownBeside): Promise<void> {
  const folder = workerData as string;
  parentPort?.postMessage(await look(folder, await readEvidence(folder, 'again'), known));
}

async function look(folder: string, evidence: Evidence, { judge, document }: KnownBeside): Promise<FoundBeside> {
  const { certificate, ...recorded } = evidence;
  const { target, interrupted, gaps = [] } = certificate;
  const broken = judge({ ...recorded, target, isWhole: !interrupted && gaps.length === 0 });
  return { broken, otherwise: await renderedOtherwise(folder, evidence, document) };
}
