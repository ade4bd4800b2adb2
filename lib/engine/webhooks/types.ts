/**
 * Origin of a delivery, as far as it can be determined:
 * - `genuine`: signed by the awaited sender;
 * - `repeated`: genuine, and identical to an earlier one, timestamp and signatures included: the sender's duplicate, or a replay;
 * - `claimed`: badly signed, but about something that only the sender and its merchant know;
 * - `foreign`: of any other origin.
 */
export type DeliveryClass = 'genuine' | 'repeated' | 'claimed' | 'foreign';

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
  /** The parsed body, `undefined` if it is not JSON. Parsed on first use. */
  readonly json: unknown;
  /** `id`, `event` and `reference` of the payload, if they are strings. */
  readonly eventId: string | undefined;
  readonly event: string | undefined;
  readonly reference: string | undefined;
  /** How this server answered. A connection cut after half an answer is a `cut` too. */
  readonly answer: { readonly kind: 'status'; readonly status: number } | { readonly kind: 'hang' | 'cut' };
  /** Milliseconds from arrival until the sender closed its side while it was kept waiting (a hang, a delayed answer); null if it did not. */
  readonly senderClosedAfterMs: number | null;
  /** The body was larger than `maxBodyBytes`: only its beginning is kept, and the answer was 413. */
  readonly truncated: boolean;
  /**
   * Milliseconds for which this machine kept the sender waiting unintentionally: from the moment at which the request may have arrived
   * until its answer was ready. Null if it was not measured.
   */
  readonly keptWaitingMs?: number | null;
  /** Null if the server was started without `judge`. */
  readonly standing: DeliveryClass | null;
}

/**
 * How to answer: a status, a status with more, no answer (`hang`), the socket destroyed without an answer (`cut`), or destroyed after the
 * status line (200) and half of the body (`cut-midway`).
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

/** Every field that is given must be equal; without fields, everything matches. */
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
  /** Number of oldest deliveries forgotten to stay within `maxKept` and `maxKeptBytes`. */
  readonly dropped: number;
  readonly rejected: {
    readonly tooLarge: number;
    readonly headersTooLarge: number;
    readonly slow: number;
    /** Requests to a path that is not served: answered 404 at once, and not kept. */
    readonly elsewhere: number;
    /** Connections refused or closed because there were too many, or because their address had sent too many useless requests. */
    readonly tooManyConnections: number;
  };
  /** Number of received deliveries of each standing; all 0 without `judge`. */
  readonly standings: Readonly<Record<DeliveryClass, number>>;
}

export interface Capture {
  /** `http://host:port`, or the public address exactly as it was given. */
  readonly url: string;
  /** The port on which it listens. */
  readonly port: number;
  /** The deliveries that are kept, oldest first, without foreign ones. Live: it grows, and forgets at the front. */
  readonly deliveries: readonly Delivery[];
  /** The newest foreign deliveries, at most 100. */
  readonly foreign: readonly Delivery[];
  /**
   * Each matching POST gets the next answer; the last one repeats. The newest matching script decides; without one the answer is 200.
   * Foreign deliveries get none, claimed ones are counted separately, and a repeated one gets the answer of the one before it: so no
   * other sender can use up an answer that is meant for the awaited one. A path that a script names is served. If there is a script of
   * the same name already, it stays as it is.
   */
  script(match: Match, answers: Answer | readonly Answer[], name?: string): { remove(): void; readonly taken: number };
  find(query: Query): Delivery[];
  /**
   * The oldest matching delivery (with `seq` above `after`): one that has arrived, or the next that arrives. Rejects with the signal's
   * reason, with what `where` throws, or when the server closes.
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
  /** The one path that is served, query included, in addition to those that scripts name. Default: every path. */
  readonly path?: string;
  /** Classifies a delivery before it is answered. A foreign POST is answered 401 (Events, Request headers). */
  readonly judge?: (delivery: Delivery) => DeliveryClass;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Default 1 MB. */
  readonly maxBodyBytes?: number;
  /** Default 16 KB. */
  readonly maxHeaderBytes?: number;
  /** Maximum time for a complete request to arrive, default 10 s. */
  readonly slowSenderMs?: number;
  /** Default 100,000 deliveries. */
  readonly maxKept?: number;
  /** Default 256 MB of bodies and headers. */
  readonly maxKeptBytes?: number;
  /** Answers POSTs that no script matches; `undefined` means 200. */
  readonly respond?: (delivery: Delivery) => Answer | undefined;
  /** Called once for each delivery that is kept, in order of arrival, just after it was answered. */
  readonly onDelivery?: (delivery: Delivery) => void;
  /** Called before a delivery is answered, with the name of the script that chose the answer; the answer waits for the returned promise. */
  readonly record?: (delivery: Delivery, script: string | null) => Promise<void> | undefined;
  /** Called when a request begins to arrive, before anything is decided about it. */
  readonly onRequest?: () => void;
  /** Called when the sender of a delivery that was kept waiting has closed its side, once `senderClosedAfterMs` is set. */
  readonly onSenderClosed?: (delivery: Delivery) => void;
  /** What an earlier capture server at this address had kept; it is there before anything arrives. */
  readonly restored?: Restored;
}

/** A delivery as plain data, from which it can be restored. */
export type DeliveryData = Pick<
  Delivery,
  | 'seq'
  | 'at'
  | 'mono'
  | 'method'
  | 'path'
  | 'headers'
  | 'body'
  | 'truncated'
  | 'answer'
  | 'senderClosedAfterMs'
  | 'keptWaitingMs'
  | 'standing'
>;

export interface Restored {
  /** In order of arrival; `script`: the name of the one that chose the answer. */
  readonly deliveries: readonly { readonly script: string | null; readonly delivery: DeliveryData }[];
  /** In the order in which they were made. */
  readonly scripts: readonly { readonly name: string; readonly match: Match; readonly answers: readonly Answer[] }[];
}

/** Limits on simultaneous connections and on useless requests. */
export interface ConnectionLimits {
  /** Simultaneous connections, default 1,000. A new one replaces the most idle; while none is idle, up to twice as many are accepted. */
  readonly connections: number;
  /** The same for one address, default 250. */
  readonly connectionsOfOne: number;
  /** Useless requests (another path, foreign, not HTTP) that one address may send at once, default 200; it may send 20 more each second. */
  readonly uselessRequests: number;
  /**
   * Addresses to which the limits for one address do not apply, by default those of this machine and of private networks: a tunnel or
   * reverse proxy there forwards the requests of all senders.
   */
  readonly isShared: (address: string) => boolean;
}
