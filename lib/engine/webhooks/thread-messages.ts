import type { LedgerOptions } from '../durable/store/index.ts';
import type { Mark } from '../run/disguise/names.ts';
import type { Answer, CaptureOptions, CaptureStats, DeliveryData, Match } from './types.ts';

/** What the capture server's thread is started with. Plain data. */
export interface ThreadOptions extends Pick<CaptureOptions, 'host' | 'port' | 'path' | 'publicUrl'> {
  /** For DeliveryClassifier. */
  readonly mark: Mark;
  /** The paths at which merchants' webhooks arrive, and the secrets of the merchants. */
  readonly expected: readonly (readonly [path: string, secret: string | null])[];
  /** Where deliveries are written before they are answered; null: nowhere. */
  readonly store: LedgerOptions | null;
  /** Epoch milliseconds at 0 of the system's monotonic clock (`process.hrtime`), which all threads share. */
  readonly epoch: number;
}

/** Messages to the thread. */
export type ToThread =
  | { readonly script: string; readonly match: Match; readonly answers: readonly Answer[]; readonly kept: boolean }
  | { readonly remove: string }
  | { readonly expect: string; readonly secret: string | null }
  | { readonly close: true };

/** A delivery as a message: its `at` and `mono` are both epoch milliseconds of the monotonic clock. `script`: the one that answered it. */
export interface DeliveryMessage {
  readonly script: string | null;
  readonly delivery: DeliveryData;
}

/** Messages from the thread. */
export type FromThread =
  | { readonly listening: number; readonly restored: readonly DeliveryMessage[] }
  | { readonly failed: string }
  | {
      readonly arrived: readonly DeliveryMessage[];
      readonly foreign: readonly DeliveryMessage[];
      readonly stats: CaptureStats;
    }
  /** Epoch milliseconds of the monotonic clock. */
  | { readonly stalled: { readonly from: number; readonly to: number } }
  | { readonly senderClosed: number; readonly afterMs: number }
  | { readonly closed: true };

/** The system's monotonic clock in milliseconds: the same in all threads, while `performance.now()` starts from 0 in each. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
