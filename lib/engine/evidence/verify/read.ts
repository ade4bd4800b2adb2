import { z } from 'zod';
import type { DeliveryEvidence, Sighting } from '../../run/recording/evidence-writer.ts';
import { unfolded, type Written } from '../../run/recording/sightings.ts';
import type { HarEntry } from '../archive/har.ts';
import type { Certificate } from '../certificate.ts';
import type { CheckEvidence } from '../checks.ts';
import { parseWhole } from '../json.ts';
import { ndjson } from '../lines.ts';
import { BadFile, MOST_AT_ONCE, piecesOf, readRegular, withRegular } from '../regular.ts';
import { evidenceFiles } from '../write.ts';
import { type Archive, readExchanges } from './exchanges.ts';
import { type Look, parsers, shaped } from './shaped.ts';

/** The content of a folder of evidence, parsed but not verified. */
export interface Evidence extends Recording {
  readonly checks: readonly CheckEvidence[];
}

/** What happened in the run, without its checks. */
export interface Recording {
  readonly certificate: Certificate;
  readonly exchanges: readonly HarEntry[];
  readonly archive: Archive;
  readonly deliveries: readonly DeliveryEvidence[];
  readonly sightings: readonly Sighting[];
}

// The minimum that the verification relies on. Further fields are allowed, because another version of the suite may add some.

const id = z.number();
const text = z.string();
const outcome = z.enum(['passed', 'failed', 'blocked', 'not_exercised']);
const term = z.record(text, z.unknown());

const certificate = z.looseObject({
  verdict: text,
  startedAt: text,
  target: z.looseObject({ baseUrl: text }),
  suite: z.looseObject({ version: text, registerDigest: text }),
  cases: z.looseObject({ depth: text }),
  requests: z.number(),
  seed: z.number(),
  interrupted: z.boolean(),
  totals: z.record(text, z.number()),
  requirements: z.array(
    z.looseObject({ id: text, statement: text, source: text, chapter: text, outcome, tests: z.array(text) }),
  ),
  observations: z.array(z.looseObject({ id: text, question: text, observed: text })),
});

const check = z.looseObject({
  about: text,
  title: text,
  outcome,
  reason: text.nullable(),
  observed: text.nullable(),
  predicates: z.array(z.looseObject({ subject: term, matcher: text, args: z.array(term), held: z.boolean() })),
});

const delivery = z.looseObject({
  seq: id,
  method: text,
  path: text,
  headers: z.record(text, text),
  body: text.nullable(),
  bodyBase64: text,
});

const sighting = z.union([
  z.looseObject({ id, seen: z.unknown(), since: z.never().optional() }),
  z.strictObject({
    id,
    at: text,
    what: text,
    since: id,
    length: z.number().int().min(0).max(1e9),
    changed: z.record(text, z.unknown()),
  }),
]);

/** Throws BadFile with one line: the file that cannot be read, and what is wrong with it. */
export async function readEvidence(folder: string, look: Look = 'closely'): Promise<Evidence> {
  return {
    ...(await readRecording(folder, look)),
    checks: (await readRecords(folder, evidenceFiles.checks, check, look)) as CheckEvidence[],
  };
}

/** As `readEvidence`, without the checks. `kept`: what is kept of an exchange, where that is not all of it. */
export async function readRecording(
  folder: string,
  look: Look,
  kept?: (entry: HarEntry) => HarEntry,
): Promise<Recording> {
  return {
    certificate: await readCertificate(folder),
    ...(await readExchanges(folder, look, kept)),
    deliveries: (await readRecords(folder, evidenceFiles.deliveries, delivery, look)) as DeliveryEvidence[],
    sightings: await readSightings(folder, look),
  };
}

/** Throws BadFile. */
export async function readCertificate(folder: string): Promise<Certificate> {
  const { value, wrong } = parseWhole(await readRegular(folder, evidenceFiles.certificate));
  if (wrong !== null) throw new BadFile(`${evidenceFiles.certificate} ${wrong}`);
  return shaped(certificate, value, evidenceFiles.certificate) as Certificate;
}

async function readSightings(folder: string, look: Look): Promise<Sighting[]> {
  const lines = (await readRecords(folder, evidenceFiles.sightings, sighting, look)) as Written[];
  try {
    return unfolded(lines);
  } catch (error) {
    throw new BadFile(`${evidenceFiles.sightings} ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The lines of a file, each of which must have the shape. Throws BadFile. */
export async function readRecords(
  folder: string,
  file: string,
  shape: z.ZodType,
  look: Look = 'closely',
): Promise<unknown[]> {
  return await withRegular(folder, file, MOST_AT_ONCE, async (handle) => {
    const found: unknown[] = [];
    for await (const value of ndjson(piecesOf(handle), file, undefined, parsers[look])) {
      found.push(shaped(shape, value, `line ${found.length + 1} of ${file}`, look));
    }
    return found;
  });
}
