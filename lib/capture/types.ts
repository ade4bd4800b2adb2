/** One request that reached the capture server, as it arrived. */
export interface Delivery {
  /** 1, 2, 3, ... in order of arrival. */
  readonly seq: number;
  /** Epoch milliseconds at which the whole body had arrived. */
  readonly at: number;
  /** The same moment on the monotonic clock (`performance.now()`, milliseconds). */
  readonly mono: number;
  readonly method: string;
  /** The request target as it was sent, query included. */
  readonly path: string;
  /** Lower-case names; a header sent twice is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact raw bytes. */
  readonly body: Buffer;
  /** The parsed body, `undefined` when it is not JSON. Parsed when first asked for. */
  readonly json: unknown;
  /** `id`, `event` and `reference` of the payload, as far as it has them as strings. */
  readonly eventId: string | undefined;
  readonly event: string | undefined;
  readonly reference: string | undefined;
  /** What this server did. A cut after half an answer is a `cut` too. */
  readonly answer: { readonly kind: 'status'; readonly status: number } | { readonly kind: 'hang' | 'cut' };
  /** Milliseconds from arrival until the sender closed its side, where it was kept waiting (a hang, a delayed answer). */
  readonly senderClosedAfterMs: number | null;
  /** The body was larger than `maxBodyBytes`: only its beginning is kept, and the answer was 413. */
  readonly truncated: boolean;
}

/**
 * How to answer: a status, a status with more, no answer (`hang`), the socket destroyed without an answer (`cut`),
 * or destroyed after the status line (200) and half of the body (`cut-midway`).
 */
export type Answer =
  | number
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly delayMs?: number;
    }
  | 'hang'
  | 'cut'
  | 'cut-midway';

/** Every field given must be equal; no field given matches everything. */
export interface Match {
  readonly path?: string;
  readonly event?: string;
  readonly reference?: string;
  readonly eventId?: string;
}

export interface Query extends Match {
  readonly where?: (delivery: Delivery) => boolean;
}

export interface CaptureStats {
  readonly received: number;
  readonly kept: number;
  /** Oldest deliveries forgotten to stay within `maxKept` and `maxKeptBytes`. */
  readonly dropped: number;
  readonly rejected: { readonly tooLarge: number; readonly headersTooLarge: number; readonly slow: number };
}

export interface Capture {
  /** `http://host:port`, or the public address exactly as it was given. */
  readonly url: string;
  /** The journal, oldest first. Live: it grows, and forgets at the front. */
  readonly deliveries: readonly Delivery[];
  /** Each matching POST takes the next answer, the last one repeats. The newest matching script wins; without any, 200. */
  script(match: Match, answers: Answer | readonly Answer[]): { remove(): void; readonly seen: readonly Delivery[] };
  find(query: Query): Delivery[];
  /**
   * The oldest matching delivery (with `seq` above `after`), one already there or the next that comes.
   * Rejects with the signal's reason, with what `where` throws, or when the server closes.
   */
  next(query: Query, signal: AbortSignal, options?: { after?: number }): Promise<Delivery>;
  /** Every delivery of one event, oldest first. */
  timeline(eventId: string): Delivery[];
  readonly stats: CaptureStats;
  /** Destroys open and hanging sockets; may be called twice. */
  close(): Promise<void>;
}

export interface CaptureOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly publicUrl?: string;
  /** Default 1 MB. */
  readonly maxBodyBytes?: number;
  /** Default 16 KB. */
  readonly maxHeaderBytes?: number;
  /** The longest that a whole request may take to arrive, default 10 s. */
  readonly slowSenderMs?: number;
  /** Default 100,000 deliveries. */
  readonly maxKept?: number;
  /** Default 256 MB of bodies and headers. */
  readonly maxKeptBytes?: number;
  /** Decides on POSTs that no script matches; `undefined` means 200. */
  readonly respond?: (delivery: Delivery) => Answer | undefined;
  /** Called once per delivery, in order of arrival, just after its answer was given. */
  readonly onDelivery?: (delivery: Delivery) => void;
}
