import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../checks/check-result.ts';
import type { ExchangeRecord } from '../http/index.ts';
import { type DeliveryEvidence, type Sighting, writtenFiles } from '../run/recording/evidence-writer.ts';
import { unfolded, type Written as WrittenSighting } from '../run/recording/sightings.ts';
import { type HarEntry, harEntry } from './archive/har.ts';

/** Everything that happened in a run, as its evidence holds it. */
export interface Recorded {
  readonly target: { readonly baseUrl: string; readonly liveBaseUrl?: string };
  readonly exchanges: readonly HarEntry[];
  readonly deliveries: readonly DeliveryEvidence[];
  readonly sightings: readonly Sighting[];
  /** Everything that was sent is recorded: the run was not interrupted. */
  readonly isWhole: boolean;
}

/** A requirement that something in the run broke, independently of what the checks looked at. */
export interface Broken {
  /** The id of the requirement. */
  readonly id: string;
  readonly reason: string;
  /** Where the evidence shows it: ids of exchanges; `deliveries` holds `seq` of webhooks. */
  readonly exchanges: readonly number[];
  readonly deliveries: readonly number[];
}

/** Judges a run as a whole. Must be pure: the verification of the evidence judges the run again. */
export type JudgeRun = (recorded: Recorded) => readonly Broken[];

/** The `file` of a result that comes from the model of the interface, and from no check of a suite. */
export const MODEL = 'the model of the interface';

/** What a run has written into its evidence folder. */
export interface Written {
  readonly exchanges: readonly ExchangeRecord[];
  readonly deliveries: readonly DeliveryEvidence[];
  readonly sightings: readonly Sighting[];
}

/** The records that a run has written so far. A line that was cut off when its process ended is skipped. */
export function readRecorded(folder: string): Written {
  return {
    exchanges: lines(join(folder, writtenFiles.exchanges)) as ExchangeRecord[],
    deliveries: lines(join(folder, writtenFiles.deliveries)) as DeliveryEvidence[],
    sightings: unfolded(lines(join(folder, writtenFiles.sightings)) as WrittenSighting[]),
  };
}

/** Judges the records of a run; the results are added to those of the checks. */
export function judgeRecorded(
  { exchanges, deliveries, sightings }: Written,
  judge: JudgeRun,
  { target, isWhole }: Pick<Recorded, 'target' | 'isWhole'>,
): CheckResult[] {
  const entries = exchanges.map((record) => harEntry(record, []));
  const broken = judge({ target, isWhole, exchanges: entries, deliveries, sightings });
  const records = new Map(exchanges.map((record) => [record.id, record]));
  const arrived = new Map(deliveries.map((delivery) => [delivery.seq, delivery]));
  return broken.map((each) => {
    const shown = each.exchanges.flatMap((id) => records.get(id) ?? []);
    const startedAt = shown[0]?.startedAt ?? null;
    return {
      kind: 'requirement',
      id: each.id,
      title: `all that happened in the run, by ${MODEL}`,
      file: MODEL,
      outcome: 'failed',
      reason: each.reason,
      observed: null,
      impossible: false,
      startedAt,
      endedAt: startedAt,
      notes: [],
      stepLog: shown.map(({ id }) => ({ exchange: id })),
      bursts: [],
      screenshots: [],
      exchanges: shown,
      exchangeIds: shown.map(({ id }) => id),
      deliveries: each.deliveries.flatMap((seq) => arrived.get(seq) ?? []),
      predicates: [],
      way: [],
      made: [],
    };
  });
}

/** Throws if a line is not valid JSON; the text after the last line break is skipped, as it was cut off when its writer ended. */
function lines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  const found: unknown[] = [];
  const bytes = readFileSync(file);
  // The whole file is never a string, which would take as much memory again.
  for (let from = 0, to = bytes.indexOf('\n'); to >= 0; from = to + 1, to = bytes.indexOf('\n', from))
    found.push(JSON.parse(bytes.toString('utf8', from, to)));
  return found;
}
