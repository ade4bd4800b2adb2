import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Input that cannot be compared: the message is one line, the exit status 2. */
export class Unusable extends Error {}

const outcome = z.enum(['passed', 'failed', 'blocked', 'not_exercised']);
export type Outcome = z.infer<typeof outcome>;

/**
 * The fields of a certificate that a comparison needs, which every suite writes. Additional fields are permitted; chapters and ids are not
 * restricted.
 */
const schema = z.object({
  verdict: z.enum(['conformant', 'conformant_in_scope', 'inconclusive', 'nonconformant']),
  interfaceVersion: z.string(),
  target: z.object({ baseUrl: z.string() }),
  suite: z.object({ version: z.string(), registerDigest: z.string() }),
  selection: z.json().default(null),
  capabilities: z.array(z.string()).default([]),
  startedAt: z.string(),
  requirements: z.array(
    z.object({
      id: z.string(),
      chapter: z.string(),
      statement: z.string(),
      outcome,
      reason: z.string().nullish(),
    }),
  ),
  observations: z
    .array(
      z.object({
        id: z.string(),
        chapter: z.string(),
        question: z.string(),
        observed: z.string(),
        seen: z.boolean().optional(),
      }),
    )
    .default([]),
});
export type Comparable = z.infer<typeof schema>;

/** Far more than any certificate of this interface needs. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Whether a folder contains results of a load script: directly, in its folder `load`, or in a script's folder. */
async function hasLoadResults(path: string): Promise<boolean> {
  for await (const _ of glob(['result.json', '*/result.json', 'load/*/result.json'], { cwd: path })) return true;
  return false;
}

/** Reads a certificate from its file or from the folder of a run. Throws Unusable. */
export async function readCertificate(path: string): Promise<Comparable> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Unusable(error.code === 'ENOENT' ? `there is no ${path}` : `${path} cannot be read (${error.code})`);
  });
  const file = found.isDirectory() ? join(path, 'certificate.json') : path;
  const { size } = found.isDirectory() ? await stat(file).catch(() => ({ size: -1 })) : found;
  if (size === -1) {
    const ofLoad = await hasLoadResults(path);
    const hint = ofLoad ? 'it has results of load: npm run load -- compare A B' : 'is it the folder of a run?';
    throw new Unusable(`there is no certificate.json in ${path}: ${hint}`);
  }
  if (size > MOST_BYTES) throw new Unusable(`${file} is too long for a certificate (${size} bytes)`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Unusable(`${file} cannot be read (${error.code})`);
  });
  const certificate = schema.safeParse(json(text, file));
  if (!certificate.success) {
    const [issue] = certificate.error.issues;
    throw new Unusable(`${file} is no certificate: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
  }
  for (const [what, entries] of [
    ['requirement', certificate.data.requirements],
    ['observation', certificate.data.observations],
  ] as const) {
    const ids = entries.map(({ id }) => id);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice !== undefined) throw new Unusable(`${file} is no certificate: it has the ${what} ${twice} twice`);
  }
  return certificate.data;
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unusable(`${file} is no JSON`);
  }
}
