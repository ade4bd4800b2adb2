import type { Screenshot } from '../browser/page.ts';
import type { ExchangeRecord } from '../http/index.ts';
import type { Predicate } from '../predicates/index.ts';
import type { DeliveryRecord } from '../webhooks/delivery-record.ts';
import type { Definition } from './define.ts';
import type { Outcome } from './outcome.ts';
import type { BurstRecord, Part, WayStep } from './step-log.ts';

/** What became of one turn of a check. */
export interface Judgement {
  outcome: Outcome;
  reason: string | null;
  observed?: string;
  impossible?: boolean;
  /** What it expected and did not see may be the network's fault, or an interruption's. */
  inDoubt?: boolean;
}

/** What became of one check. Plain data: it goes from the worker to the command. */
export interface CheckResult {
  readonly kind: Definition['kind'];
  readonly id: Definition['id'];
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  /** Why it did not pass; null where it did. */
  readonly reason: string | null;
  /** Of an observation: what was seen. */
  readonly observed: string | null;
  /** A row of a table: where others were exercised, it may be left out. */
  readonly spare?: true;
  /** No run can be made at all. */
  readonly impossible: boolean;
  /** Epoch milliseconds; both null where nothing was tried. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly notes: readonly string[];
  /** What happened, in order; it points into the lists below: exchanges by id, deliveries by seq, pages by their place. */
  readonly stepLog: readonly Part[];
  /** What was done, in order; and the merchants that were made for it. */
  readonly way: readonly WayStep[];
  readonly made: readonly { readonly merchantId: string; readonly environment: 'sandbox' | 'live' }[];
  /** Of a check of the rate limit. */
  readonly bursts: readonly BurstRecord[];
  /** Hosted pages as the buyer saw them. */
  readonly screenshots: readonly Screenshot[];
  /** What a report shows of its exchanges; of very many only a few. */
  readonly exchanges: readonly ExchangeRecord[];
  readonly exchangeIds: readonly number[];
  readonly deliveries: readonly DeliveryRecord[];
  /** What it expected, in order, with pointers into the evidence. */
  readonly predicates: readonly Predicate[];
}
