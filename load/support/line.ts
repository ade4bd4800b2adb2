/** What a script leaves of each request: one line of JSON. The audit afterwards reads nothing else of a run. */
export interface Line {
  /** The place of the API key in the list of keys, from 0. */
  readonly key: number;
  /** Which of the key's intents, from 0; and which of the requests that belong to it. */
  readonly round: number;
  readonly turn: number;
  /** What was asked: `checkout`, `refund`, `release`, `read`, ... */
  readonly op: string;
  /** Epoch milliseconds at which this request, and those sent at once with it, were begun. */
  readonly at: number;
  /** How far the script had moved the target's clock on until then, in milliseconds, where it moves it. */
  readonly aheadMs?: number;
  /** How many were sent at once, and the milliseconds until all of them were answered. */
  readonly together: number;
  readonly wallMs: number;
  /** From having a connection to the last byte of the answer, in milliseconds. */
  readonly ms: number;
  /** Of arrivals: milliseconds from the moment at which it was due until it was begun, if no earlier one was dropped; */
  readonly lateMs?: number;
  /** and then until it had a connection. */
  readonly blockedMs?: number;
  /** Of arrivals, where k6 ran in several segments: in which, from 0, and of how many. */
  readonly segment?: readonly [number, number];
  /** 0: no answer. */
  readonly status: number;
  /** The answer carries `Idempotent-Replayed: true`. */
  readonly replayed: boolean;
  /** The answer's body, where the audit needs it. */
  readonly body?: string;
  /** Of a 429, as they came. */
  readonly retryAfter?: string;
  readonly date?: string;
  /** Why there was no answer. */
  readonly error?: string;
}
