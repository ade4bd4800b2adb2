import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Arrival } from './due.ts';
import { hgrmOf, histogramLog, histogramsOf } from './histograms.ts';

/** Writes `latency.hlog`, and a `latency-OPERATION.hgrm` of each operation and of all. */
export async function writeHistograms(folder: string, arrivals: readonly Arrival[], startedAt: number): Promise<void> {
  await writeFile(join(folder, 'latency.hlog'), histogramLog(arrivals, startedAt));
  for (const [op, histogram] of histogramsOf(arrivals)) {
    const name = op.replace(/[^a-z0-9]+/gi, '-');
    await writeFile(join(folder, `latency-${name}.hgrm`), hgrmOf(histogram));
  }
}
