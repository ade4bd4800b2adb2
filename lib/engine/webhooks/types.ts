/**
 * Whose a delivery is, as far as it can be told from the outside:
 * - `genuine`: signed by the sender that is awaited;
 * - `repeated`: genuine, and the same as one that came before, timestamp and signatures included: the sender's duplicate, or a replay;
 * - `claimed`: badly signed, but it tells of something that only the sender and its merchant know;
 * - `foreign`: anybody's.
 */
export type Standing = 'genuine' | 'repeated' | 'claimed' | 'foreign';

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
  /**
   * Milliseconds for which this machine kept the sender waiting although nothing was to be waited for: from the moment since which the
   * request may have been there until its answer was ready. Null where nobody measured it.
   */
  readonly keptWaitingMs?: number | null;
  /** Null where nobody judges. */
  readonly standing: Standing | null;
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
  readonly rejected: {
    readonly tooLarge: number;
    readonly headersTooLarge: number;
    readonly slow: number;
    /** Requests for another path than the one that is served: answered 404 at once, nothing of them is kept. */
    readonly elsewhere: number;
    /** Connections that were one too many, or came from an address that had sent too much of no use. */
    readonly tooManyConnections: number;
  };
  /** How many of those received are of each standing; all 0 where nobody judges. */
  readonly standings: Readonly<Record<Standing, number>>;
}

export interface Capture {
  /** `http://host:port`, or the public address exactly as it was given. */
  readonly url: string;
  /** Where it listens. */
  readonly port: number;
  /** What was kept, oldest first. Live: it grows, and forgets at the front. Foreign deliveries are not. */
  readonly deliveries: readonly Delivery[];
  /** The newest foreign deliveries, a few. */
  readonly foreign: readonly Delivery[];
  /**
   * Each matching POST takes the next answer, the last one repeats. The newest matching script wins; without any, 200. What is
   * foreign takes none, what is claimed counts apart, what is repeated gets what the one before it got: nobody else can use up an
   * answer that is meant for the sender. A path that a script names is served. A script of
   * the same name that is there already stays as it is.
   */
  script(match: Match, answers: Answer | readonly Answer[], name?: string): { remove(): void; readonly taken: number };
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
  /** The one path that is served, query included, with those that scripts name; by default every path is. */
  readonly path?: string;
  /** Tells whose a delivery is, before it is answered. A foreign POST is answered 401 (Events, Request headers). */
  readonly judge?: (delivery: Delivery) => Standing;
  readonly connectionLimits?: Partial<ConnectionLimits>;
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
  /** Called once per delivery that is kept, in order of arrival, just after its answer was given. */
  readonly onDelivery?: (delivery: Delivery) => void;
  /** Called before a delivery is answered, with the name of the script that chose the answer; what it returns is awaited first. */
  readonly record?: (delivery: Delivery, script: string | null) => Promise<void> | undefined;
  /** Called when a request begins to arrive, before anything is decided about it. */
  readonly onRequest?: () => void;
  /** Called when the sender of a delivery that was kept waiting has closed its side: `senderClosedAfterMs` is known now. */
  readonly onSenderClosed?: (delivery: Delivery) => void;
  /** What another capture server at this address had kept: there before anything arrives. */
  readonly restored?: Restored;
}

/** A delivery as plain data, from which it can be made again. */
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
  /** In order of arrival; `script`: the name of the one that chose its answer. */
  readonly deliveries: readonly { readonly script: string | null; readonly delivery: DeliveryData }[];
  /** In the order in which they were made. */
  readonly scripts: readonly { readonly name: string; readonly match: Match; readonly answers: readonly Answer[] }[];
}

/** How many may come at once, and how much of no use one address may send. */
export interface ConnectionLimits {
  /** Connections at once, default 1,000. The quietest go first; while none is quiet, twice as many are let in. */
  readonly connections: number;
  /** The same for one address, default 250. */
  readonly connectionsOfOne: number;
  /** Requests of no use (another path, foreign, not HTTP) that one address may send at once, default 200; they come back 20 a second. */
  readonly useless: number;
  /**
   * Addresses to which the limits of one address do not apply, by default those of this machine and of private networks: a tunnel or a
   * reverse proxy there stands for all the world.
   */
  readonly isShared: (address: string) => boolean;
}
