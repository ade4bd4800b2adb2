import type { KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CheckResult } from '../checks/check-result.ts';
import type { ExchangeRecord } from '../http/index.ts';
import { removeReport } from '../reports/added.ts';
import { formats } from '../reports/formats.ts';
import type { InterfaceDocument } from '../reports/pages/passages.ts';
import { writtenFiles } from '../run/recording/evidence-writer.ts';
import { markIn } from './appearance.ts';
import { type HarPage, har } from './archive/har.ts';
import type { Certificate } from './certificate.ts';
import { type CheckEvidence, checkEvidence, checkId, checkSteps, packedSteps, valuesOnly } from './checks.ts';
import { ndjson } from './lines.ts';
import { certificateFile, seal, unseal } from './manifest.ts';
import { replayScript } from './replay.ts';

export const evidenceFiles = {
  certificate: certificateFile,
  checks: 'checks.ndjson',
  steps: 'steps.ndjson',
  exchanges: 'exchanges.har',
  deliveries: 'deliveries.ndjson',
  sightings: 'sightings.ndjson',
  replay: 'replay.sh',
} as const;

export interface WriteOptions {
  /** The folder into which the run wrote its evidence. */
  readonly evidenceFolder: string;
  /** The key that signs the manifest; null: it is not signed. */
  readonly key: KeyObject | null;
  readonly document: InterfaceDocument;
}

/** Writes all evidence of a run into one folder and seals it with a manifest: see the README. Replaces the evidence of an earlier run. */
export async function writeEvidence(
  folder: string,
  certificate: Certificate,
  findings: readonly CheckResult[],
  { evidenceFolder, key, document }: WriteOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await unseal(folder);
  await rm(join(folder, 'allure-results'), { recursive: true, force: true });
  await removeReport(folder);
  await rm(join(folder, evidenceFiles.certificate), { force: true });
  await whole(join(folder, evidenceFiles.replay), [replayScript(findings, { certificate, mark: markIn(certificate) })]);

  const checks = findings.map(checkEvidence);
  await whole(join(folder, evidenceFiles.checks), lines(checks));
  await whole(join(folder, evidenceFiles.steps), lines(packedSteps(findings.map(checkSteps))));
  await whole(
    join(folder, evidenceFiles.exchanges),
    har(certificate.suite.version, pages(findings, certificate), exchangesIn(evidenceFolder), pagesByExchange(checks)),
  );
  await taken(join(evidenceFolder, writtenFiles.deliveries), join(folder, evidenceFiles.deliveries));
  await taken(join(evidenceFolder, writtenFiles.sightings), join(folder, evidenceFiles.sightings));
  const json = `${JSON.stringify(certificate, null, 2)}\n`;
  for (const [file, render] of Object.entries(formats))
    await whole(join(folder, file), [render({ certificate, json, results: findings, document })]);
  // Written last, so that every other file exists once the certificate does.
  await whole(join(folder, evidenceFiles.certificate), [json]);

  await rm(evidenceFolder, { recursive: true, force: true });
  const recorded = checks.reduce((sum, { predicates }) => sum + predicates.length, 0);
  await seal(folder, { suite: certificate.suite, predicates: { recorded, valuesOnly: valuesOnly(checks) } }, key);
}

/** Characters that are gathered before they are written. */
const GATHERED_CHARS = 64 * 1024;

/** Writes a file atomically. */
async function whole(path: string, content: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(gathered(content)), createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
}

/** The same text in fewer pieces: each takes a call of the system to write, and evidence has tens of thousands of short lines. */
async function* gathered(content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of content) {
    text += piece;
    if (text.length < GATHERED_CHARS) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** A run that ended before its worker started has no evidence; the file is empty then. */
async function taken(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to);
  else await writeFile(to, '');
}

function* lines(values: Iterable<object>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

function pages(findings: readonly CheckResult[], { startedAt }: Certificate): HarPage[] {
  return findings.map(({ id, title, exchanges }, index) => {
    const [first] = exchanges;
    const startedDateTime = first === undefined ? startedAt : new Date(first.startedAt).toISOString();
    return { id: checkId(index), startedDateTime, title: `${id}: ${title}` };
  });
}

function pagesByExchange(checks: readonly CheckEvidence[]): (exchangeId: number) => string[] {
  const known = new Map<number, string[]>();
  for (const { id, exchanges } of checks) {
    for (const exchange of exchanges) {
      const pages = known.get(exchange);
      if (pages === undefined) known.set(exchange, [id]);
      else pages.push(id);
    }
  }
  return (exchangeId) => known.get(exchangeId) ?? [];
}

async function* exchangesIn(evidenceFolder: string): AsyncGenerator<ExchangeRecord> {
  const file = join(evidenceFolder, writtenFiles.exchanges);
  if (!existsSync(file)) return;
  const cutOff = () =>
    process.stderr.write('warning: the last exchange was cut off with the worker that wrote it down\n');
  for await (const record of ndjson(createReadStream(file), writtenFiles.exchanges, cutOff))
    yield record as ExchangeRecord;
}
