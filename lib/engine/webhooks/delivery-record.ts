import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Verification, verify } from './signature.ts';
import type { Delivery, DeliveryClass } from './types.ts';

/** A delivery as plain JSON, for reports and for replaying it later. */
export interface DeliveryRecord {
  readonly seq: number;
  /** ISO 8601, when the whole body had arrived. */
  readonly at: string;
  /** The same moment in milliseconds of the capturing process's monotonic clock: differences are exact. */
  readonly monoMs: number;
  readonly method: string;
  readonly path: string;
  readonly eventId?: string;
  readonly event?: string;
  readonly reference?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; null if text would not give the same bytes back, which are then in `bodyBase64`. */
  readonly body: string | null;
  readonly bodyBase64?: string;
  readonly truncated?: true;
  /** Only if it was classified. */
  readonly standing?: DeliveryClass;
  readonly answer: Delivery['answer'];
  readonly senderClosedAfterMs: number | null;
  /** As `Delivery.keptWaitingMs`, only if it was so long that the sender may have given up. */
  readonly keptWaitingMs?: number;
  /** Only if a secret was given. */
  readonly verification?: Verification;
}

/** The shortest time, in milliseconds, after which a sender is assumed to give up: the interface states no time-out. */
const MIN_REPORTED_WAIT_MS = 300;

export function toRecord(delivery: Delivery, secret?: string): DeliveryRecord {
  const { seq, method, path, eventId, event, reference, headers, body, answer, senderClosedAfterMs } = delivery;
  return {
    seq,
    at: new Date(delivery.at).toISOString(),
    monoMs: Math.round(delivery.mono * 1_000) / 1_000,
    method,
    path,
    ...(eventId !== undefined && { eventId }),
    ...(event !== undefined && { event }),
    ...(reference !== undefined && { reference }),
    headers,
    ...(isUtf8(body) ? { body: body.toString('utf8') } : { body: null, bodyBase64: body.toString('base64') }),
    ...(delivery.truncated && { truncated: true as const }),
    ...(delivery.standing !== null && { standing: delivery.standing }),
    answer,
    senderClosedAfterMs,
    ...((delivery.keptWaitingMs ?? 0) >= MIN_REPORTED_WAIT_MS && {
      keptWaitingMs: Math.round(delivery.keptWaitingMs ?? 0),
    }),
    ...(secret !== undefined && { verification: verify(delivery, secret) }),
  };
}

/** The exact bytes of a recorded body. */
export function bodyOf(record: DeliveryRecord): Buffer {
  return record.body === null ? Buffer.from(record.bodyBase64 ?? '', 'base64') : Buffer.from(record.body, 'utf8');
}

/** Writes one record per line (NDJSON), replacing the file and making its folder if it is missing. */
export async function writeDeliveries(file: string, deliveries: Iterable<Delivery>, secret?: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  function* lines() {
    for (const delivery of deliveries) yield `${JSON.stringify(toRecord(delivery, secret))}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

/** Reads what `writeDeliveries` wrote. Rejects with a one-line Error if the file is missing or a line is not a record. */
export async function readDeliveries(file: string): Promise<DeliveryRecord[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`cannot read ${file}: ${error.message}`);
  });
  const records: DeliveryRecord[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const record = parseLine(line);
    if (record === undefined) throw new Error(`line ${index + 1} of ${file} is not a recorded delivery`);
    records.push(record);
  }
  return records;
}

function parseLine(line: string): DeliveryRecord | undefined {
  try {
    const value = JSON.parse(line) as Partial<DeliveryRecord> | null;
    const hasBody = typeof value?.body === 'string' || (value?.body === null && typeof value.bodyBase64 === 'string');
    const isRecord =
      hasBody &&
      typeof value.method === 'string' &&
      typeof value.path === 'string' &&
      typeof value.headers === 'object';
    return isRecord ? (value as DeliveryRecord) : undefined;
  } catch {
    return undefined;
  }
}
