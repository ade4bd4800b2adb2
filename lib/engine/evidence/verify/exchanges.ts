import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { ExchangeRecord } from '../../http/index.ts';
import { type HarEntry, type HarPage, harEntry, recordOf } from '../archive/har.ts';
import { readArchive } from '../archive/read.ts';
import { BadFile, MOST_AT_ONCE, piecesOf, withRegular } from '../regular.ts';
import { evidenceFiles } from '../write.ts';
import { type Look, parsers, shaped } from './shaped.ts';

/** The parts of an archive other than its exchanges. */
export interface Archive {
  readonly head: string;
  readonly pages: readonly HarPage[];
  /** Descriptions of the entries that are not as a run writes them. */
  readonly otherwise: readonly string[];
}

const text = z.string();
const headers = z.array(z.looseObject({ name: text, value: text }));

// The minimum that a reader relies on: see `readEvidence`.
const page = z.looseObject({ id: text, startedDateTime: text, title: text });
const entry = z.looseObject({
  _id: z.number(),
  startedDateTime: text,
  time: z.number(),
  request: z.looseObject({ method: text }),
  response: z.looseObject({ status: z.number(), headers, content: z.looseObject({ text: text.optional() }) }),
});

/** Throws BadFile. `kept`: see `readRecording`. */
export async function readExchanges(
  folder: string,
  look: Look,
  kept: (entry: HarEntry) => HarEntry = (entry) => entry,
): Promise<{ exchanges: HarEntry[]; archive: Archive }> {
  const file = evidenceFiles.exchanges;
  const pages: HarPage[] = [];
  const exchanges: HarEntry[] = [];
  const otherwise: string[] = [];
  const parsed = (bytes: Buffer, shape: z.ZodType, name: string): unknown => {
    const { value, wrong } = parsers[look](bytes);
    if (wrong !== null) throw new BadFile(`${name} ${wrong}`);
    return shaped(shape, value, name, look);
  };
  const head = await withRegular(folder, file, MOST_AT_ONCE, (handle) =>
    readArchive(piecesOf(handle), file, {
      page: (bytes, at) => pages.push(parsed(bytes, page, `page ${at + 1} of ${file}`) as HarPage),
      entry(bytes, at) {
        const asWritten = look === 'closely' ? entryAsWritten(bytes) : null;
        if (asWritten !== null) exchanges.push(kept(asWritten));
        else {
          const name = `entry ${at + 1} of ${file}`;
          exchanges.push(kept(parsed(bytes, entry, name) as HarEntry));
          if (look === 'closely') otherwise.push(`${name} is not as a run writes it`);
        }
      },
    }),
  );
  return { exchanges, archive: { head, pages, otherwise } };
}

/**
 * Characters. Only an answer of more than 64 Ki characters (`MAX_RECORDED_CHARS`) is cut for its length; after masking, at least this many
 * remain.
 */
const SHORTEST_CUT = 32 * 1024;

/** Null if the entry is not what a run writes: every byte of it must follow from the record that it was made from. */
function entryAsWritten(bytes: Buffer): HarEntry | null {
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString();
  try {
    const entry = JSON.parse(text) as HarEntry;
    const record = recordOf(entry);
    if (!isTyped(record) || !entry._checks.every(isString)) return null;
    // Pointers into a truncated part cannot be followed, so an entry must not call a complete answer truncated.
    if (entry.response.content._truncated && isWhole(record)) return null;
    // A failed exchange is never recorded with a complete answer, so an answer that was received cannot be called lost.
    if (record.error !== null && record.response?.truncated === false) return null;
    return JSON.stringify(harEntry(record, entry._checks)) === text ? entry : null;
  } catch {
    return null;
  }
}

function isWhole({ error, response }: ExchangeRecord): boolean {
  if (error !== null || response === null) return false;
  const isCompressed = response.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  return response.body.length < SHORTEST_CUT && !isCompressed;
}

/** An entry may be rebuilt exactly and still have a wrong type, such as a list instead of a text. */
function isTyped({ id, sentMono = 0, durationMs, request, response, ...rest }: ExchangeRecord): boolean {
  const { error, lost = true, otherCredentials = true } = rest;
  const { method, url, headers, body, bodyEncoding = 'base64' } = request;
  const isTime = (value: number) => typeof value === 'number' && value >= 0 && value <= MAX_MS;
  const areTexts = (pairs: readonly (readonly [string, string])[]) =>
    pairs.every(([name, value]) => isString(name) && isString(value));
  return (
    isBetween(id, 1, 1e9) &&
    [sentMono, durationMs].every(isTime) &&
    [method, url, body ?? '', error ?? ''].every(isString) &&
    URL.canParse(url) &&
    [lost, otherCredentials, bodyEncoding === 'base64'].every((each) => each === true) &&
    areTexts(headers) &&
    (response === null ||
      (isBetween(response.status, 1, 999) &&
        isString(response.statusText ?? '') &&
        isString(response.body) &&
        areTexts(response.headers)))
  );
}

const MAX_MS = 1e13;

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
