/** Record of one request, written by a script as one line of JSON. Of k6's output the audit reads only these and the totals of its summary. */
export interface Line {
  /** Index of the API key in the list of keys, from 0. */
  readonly key: number;
  /** `round`: index of the intent among the key's, from 0. `turn`: index of the request within the intent, from 0. */
  readonly round: number;
  readonly turn: number;
  /** Kind of request: `checkout`, `refund`, `release`, `probe`, ... */
  readonly op: string;
  /** Epoch milliseconds at which the batch of this request was sent. */
  readonly at: number;
  /** Milliseconds by which the script had advanced the target's clock by then; absent if it does not advance it. */
  readonly aheadMs?: number;
  /** Number of requests in the batch, and milliseconds until all of them were answered. */
  readonly together: number;
  readonly wallMs: number;
  /** Milliseconds from having a connection to the last byte of the response. */
  readonly ms: number;
  /** Arrivals only: milliseconds from when the request was due until it was begun, assuming that no earlier arrival was dropped. */
  readonly lateMs?: number;
  /** Arrivals only: milliseconds from when the request was begun until it had a connection. */
  readonly blockedMs?: number;
  /** Arrivals only, if k6 ran in several segments: index of the segment, from 0, and number of segments. */
  readonly segment?: readonly [number, number];
  /** HTTP status; 0: no response. */
  readonly status: number;
  /** The response has the header `Idempotent-Replayed: true`. */
  readonly replayed: boolean;
  /** Body of the response, if the audit needs it or the status is 400 or above. */
  readonly body?: string;
  /** Headers of a 429, unparsed. */
  readonly retryAfter?: string;
  readonly date?: string;
  /** Why there was no response. */
  readonly error?: string;
}
