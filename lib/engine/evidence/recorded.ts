import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../checks/check-result.ts';
import type { ExchangeRecord } from '../http/index.ts';
import { type DeliveryEvidence, type Sighting, writtenFiles } from '../run/recording/evidence-writer.ts';
import { unfolded, type Written } from '../run/recording/sightings.ts';
import { type HarEntry, harEntry } from './archive/har.ts';

/** All that happened in a run, as its evidence holds it. */
export interface Recorded {
  readonly target: { readonly baseUrl: string; readonly liveBaseUrl?: string };
  readonly exchanges: readonly HarEntry[];
  readonly deliveries: readonly DeliveryEvidence[];
  readonly sightings: readonly Sighting[];
  /** Nothing was sent that is not recorded: the run was not interrupted. */
  readonly isWhole: boolean;
}

/** A rule that something in the run broke, whatever a check looked at. */
export interface Broken {
  /** Of the requirement. */
  readonly id: string;
  readonly reason: string;
  /** Where to see it: ids of exchanges, and `seq` of webhooks. */
  readonly exchanges: readonly number[];
  readonly deliveries: readonly number[];
}

/** Judges a run as a whole. Pure: verifying the evidence judges it again. */
export type JudgeRun = (recorded: Recorded) => readonly Broken[];

/** Where a result comes from that no check of a suite made. */
export const MODEL = 'the model of the interface';

/** What a run has written by now. A line that was cut off with the process that wrote it is passed over. */
export function readRecorded(folder: string): {
  exchanges: ExchangeRecord[];
  deliveries: DeliveryEvidence[];
  sightings: Sighting[];
} {
  return {
    exchanges: lines(join(folder, writtenFiles.exchanges)) as ExchangeRecord[],
    deliveries: lines(join(folder, writtenFiles.deliveries)) as DeliveryEvidence[],
    sightings: unfolded(lines(join(folder, writtenFiles.sightings)) as Written[]),
  };
}

/** Judges what a run has written; the results stand beside those of the checks. */
export function judgeRecorded(
  folder: string,
  judge: JudgeRun,
  { target, isWhole }: Pick<Recorded, 'target' | 'isWhole'>,
): CheckResult[] {
  const { exchanges, deliveries, sightings } = readRecorded(folder);
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

/** Throws where a line is no JSON text; what follows the last line break was cut off with its writer. */
function lines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}
