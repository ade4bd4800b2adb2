import type { CheckResult } from '../checks/check-result.ts';
import { type PackedPart, StepPacker, StepUnpacker } from '../checks/packed-steps.ts';
import type { ExchangeRecord } from '../http/index.ts';
import type { DeliveryRecord } from '../webhooks/delivery-record.ts';

/**
 * The result of a check as the worker sends it to the command. What the run has written into its evidence folder is named by id: many
 * checks look at the same exchanges, and each message holds a copy of all that is in it.
 */
export interface SentResult extends Omit<CheckResult, 'exchanges' | 'deliveries' | 'stepLog'> {
  readonly exchanges: readonly number[];
  /** `seq` of each webhook. */
  readonly deliveries: readonly number[];
  readonly stepLog: readonly PackedPart[];
  /** Counts the results in the order in which they were sent; step logs refer to earlier ones. */
  readonly number: number;
}

const packer = new StepPacker();
let results = 0;

export function sent(result: CheckResult): SentResult {
  return {
    ...result,
    exchanges: result.exchanges.map(({ id }) => id),
    deliveries: result.deliveries.map(({ seq }) => seq),
    stepLog: packer.pack(result.stepLog),
    number: ++results,
  };
}

/** The results as the checks made them, in the order in which they were sent. `written`: what the run wrote into its evidence folder. */
export function received(
  results: readonly SentResult[],
  written: { readonly exchanges: readonly ExchangeRecord[]; readonly deliveries: readonly DeliveryRecord[] },
): CheckResult[] {
  const exchanges = new Map(written.exchanges.map((record) => [record.id, record]));
  const deliveries = new Map(written.deliveries.map((record) => [record.seq, record]));
  // The end of a run may lose a result that was on its way, and with it what the others refer to.
  const unpacker = new StepUnpacker('left out');
  const inOrder = results.toSorted((a, b) => a.number - b.number);
  return inOrder.map(({ number: _, ...result }) => ({
    ...result,
    exchanges: result.exchanges.flatMap((id) => exchanges.get(id) ?? []),
    deliveries: result.deliveries.flatMap((seq) => deliveries.get(seq) ?? []),
    stepLog: unpacker.unpack(result.stepLog),
  }));
}
