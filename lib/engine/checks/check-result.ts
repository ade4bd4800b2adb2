import type { Screenshot } from '../browser/page.ts';
import type { ExchangeRecord } from '../http/index.ts';
import type { Predicate } from '../predicates/index.ts';
import type { DeliveryRecord } from '../webhooks/delivery-record.ts';
import type { Definition } from './define.ts';
import type { Outcome } from './outcome.ts';
import type { BurstRecord, Part, WayStep } from './step-log.ts';

/** The verdict on one turn of a check. */
export interface TurnVerdict {
  outcome: Outcome;
  reason: string | null;
  observed?: string;
  impossible?: boolean;
  /** The failed expectation may be due to the network or to an interruption of the run, rather than to the target. */
  inDoubt?: boolean;
}

/** The result of one check. Plain data: it is sent from the worker to the command. */
export interface CheckResult {
  readonly kind: Definition['kind'];
  readonly id: Definition['id'];
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  /** Why the check did not pass; null if it passed. */
  readonly reason: string | null;
  /** What an observation saw; null for a requirement. */
  readonly observed: string | null;
  /** The check is a row of a table: not exercised, it does not count if other checks of its requirement were. */
  readonly spare?: true;
  /** The run as a whole is impossible, for example because of a wrong control token. */
  readonly impossible: boolean;
  /** Epoch milliseconds; both null if nothing was tried. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly notes: readonly string[];
  /** The step log, in order. It points into the lists below: exchanges by id, deliveries by seq, screenshots by index. */
  readonly stepLog: readonly Part[];
  /** The steps to repeat a failed check, in order, and the merchants that were made for it; `way` is empty unless the check failed. */
  readonly way: readonly WayStep[];
  readonly made: readonly { readonly merchantId: string; readonly environment: 'sandbox' | 'live' }[];
  /** Filled by checks of the rate limit. */
  readonly bursts: readonly BurstRecord[];
  /** Screenshots of hosted pages. */
  readonly screenshots: readonly Screenshot[];
  /** The exchanges that a report shows; of a large number only some are kept. */
  readonly exchanges: readonly ExchangeRecord[];
  readonly exchangeIds: readonly number[];
  readonly deliveries: readonly DeliveryRecord[];
  /** The expectations, in order, with pointers into the evidence. */
  readonly predicates: readonly Predicate[];
}
