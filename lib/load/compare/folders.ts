import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../request-log.ts';
import type { Recorded } from './compare.ts';
import type { Sample } from './latencies.ts';

/** The runs cannot be compared. The message is one line for the user; exit status 2. */
export class Incomparable extends Error {
  override readonly name = 'Incomparable';
}

const outcome = z.enum(['passed', 'failed', 'inconclusive', 'not exercised']);

/** The part of `result.json` that a comparison needs. */
const schema = z.object({
  script: z.string(),
  verdict: outcome,
  plan: z.string(),
  rate: z.object({ askedPerSecond: z.number().nullable() }),
  findings: z.array(z.object({ id: z.string(), outcome, detail: z.string() })),
});

/** Results by script, from the folder of one script, of all scripts (`reports/load`), or its parent. Throws Incomparable. */
export async function readRecorded(folder: string): Promise<Map<string, Recorded>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Incomparable(`${folder} is no folder that can be read (${error.code})`);
  });
  if (names.includes('result.json')) return new Map([await readOne(folder)]);
  const inside = await Promise.all(
    names.map(async (name) =>
      (await contents(join(folder, name))).includes('result.json') ? [join(folder, name)] : [],
    ),
  );
  // The folder of a certification has them in `load`.
  if (inside.flat().length === 0 && names.includes('load')) return await readRecorded(join(folder, 'load'));
  if (inside.flat().length === 0)
    throw new Incomparable(`${folder} has no result.json of a load script, and no folder in it has`);
  return new Map(await Promise.all(inside.flat().map(readOne)));
}

async function contents(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

/** Recorded results of one run of a script, from its folder. Throws Incomparable. */
export async function recordedIn(folder: string): Promise<Recorded> {
  const [, recorded] = await readOne(folder);
  return recorded;
}

async function readOne(folder: string): Promise<[string, Recorded]> {
  const path = join(folder, 'result.json');
  const parsed = schema.safeParse(asJson(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Incomparable(`${path} is no result of a load script`);
  try {
    return [parsed.data.script, { ...parsed.data, samples: await samplesIn(join(folder, 'requests.ndjson')) }];
  } catch {
    throw new Incomparable(`${join(folder, 'requests.ndjson')} has a line that is not JSON`);
  }
}

async function samplesIn(path: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  // Shares one string per operation among all samples, to save memory.
  const ops = new Map<string, string>();
  let begins = Number.POSITIVE_INFINITY;
  for await (const { op, at, ms, blockedMs = 0, status } of readLines(path)) {
    begins = Math.min(begins, at);
    ops.set(op, ops.get(op) ?? op);
    if (status !== 0) samples.push({ op: ops.get(op) ?? op, at, ms: blockedMs + ms });
  }
  return samples.map((sample) => ({ ...sample, at: sample.at - begins }));
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
