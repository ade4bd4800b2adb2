import { closeSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Arrival } from './due.ts';
import { hgrmOf, type Latency, latencyOf } from './histograms.ts';

/** Summarises arrivals; writes `latency.hlog`, and a `latency-OPERATION.hgrm` for each operation and for all. `startedAt`: epoch ms. */
export async function writeLatency(folder: string, arrivals: Iterable<Arrival>, startedAt: number): Promise<Latency> {
  const log = openSync(join(folder, 'latency.hlog'), 'w');
  try {
    const latency = latencyOf(arrivals, startedAt, (text) => writeSync(log, text));
    for (const [op, histogram] of latency.histograms) {
      const name = op.replace(/[^a-z0-9]+/gi, '-');
      await writeFile(join(folder, `latency-${name}.hgrm`), hgrmOf(histogram));
    }
    return latency;
  } finally {
    closeSync(log);
  }
}
